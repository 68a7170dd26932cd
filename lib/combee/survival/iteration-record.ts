import type { FactData } from '@/lib/domain/ledger-entry';

/** The way of an iteration's reflections into the prompt, as its facts tell it: what following insights works on. */
export interface IterationRecord {
  readonly iteration: number;
  /** Examples of the iteration. */
  readonly size: number;
  /** The valid ones that took part, under the ordinals that the groups name them by. */
  readonly reflections: readonly ReflectionRecord[];
  /** One, or one a proposal and component where a method searches. */
  readonly reduces: readonly ReduceRecord[];
  /** The prompt before and after the iteration. */
  readonly before: string;
  readonly after: string;
}

export interface ReflectionRecord {
  readonly ordinal: number;
  /** Ids of its insights, named by the iteration in which the aggregator read them. */
  readonly insights: readonly string[];
  readonly text: string;
  /** Made in the iteration before, so its delay and its survival say nothing of this one (rulings J7). */
  readonly isCarried: boolean;
}

export interface ReduceRecord {
  readonly groups: readonly GroupRecord[];
  readonly final: WrittenUpdate;
  /** The text that the update changes; null = the prompt before the iteration. */
  readonly base: string | null;
  /** Whether a proposal that carried it was turned down; null where there are no proposals. */
  readonly isAccepted: boolean | null;
}

export interface GroupRecord {
  readonly group: number;
  /** Ordinals of what the call read. */
  readonly members: readonly number[];
  readonly written: WrittenUpdate;
}

/** Texts that an update writes; a failed update writes none. */
export type WrittenUpdate = Pick<FactData['group.aggregated'], 'edits' | 'text' | 'cause'>;
