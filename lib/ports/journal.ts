import type { CauseCode } from '@/lib/domain/cause';
import type { JsonValue } from '@/lib/domain/json';
import type { CallPurpose, ModelRole } from '@/lib/domain/model-role';
import type { ChatMessage, ModelOutcome } from './language-model';

/**
 * The journal: every answer from outside, under a key that says what it is. One journal serves one run.
 *
 * Contract (contract suite: lib/testing/contracts/journal-contract.ts):
 * - `answered(key)` is the stored answer or undefined. An answer is never changed once stored.
 * - `recordSent` resolves when the row is durable; only then may the call be dispatched. Recording the same key as
 *   sent again (after a crash) counts up `dispatches` and marks the call "possibly paid twice".
 * - `recordAnswer` resolves when the answer is durable; only then may it be used. A second answer under the same key
 *   is ignored and the first is returned.
 * - `decide` runs `make` once and stores what it gave before returning it; later calls, in any process, return the
 *   stored value without running `make`. Whatever time or arrival order may decide goes through here.
 * - All writes are fenced: once another worker holds the run, every write throws LEASE_LOST.
 */
export interface Journal {
  answered(key: CallKey): Promise<JournaledAnswer | undefined>;
  recordSent(key: CallKey, request: SentRequest): Promise<void>;
  recordAnswer(key: CallKey, answer: AnswerRecord): Promise<JournaledAnswer>;
  decide<T extends JsonValue>(key: DecisionKey, make: () => T | Promise<T>): Promise<T>;
  /** The decision that `decide` stored under this key, or undefined; for decisions that are needed early. */
  decided?<T extends JsonValue>(key: DecisionKey): Promise<T | undefined>;
  /**
   * Writes down what arrival order decided outside the loop's own order (flushes). Numbered by the journal,
   * gathered into batches; resolves when durable. Never read back by the loop.
   */
  log?(entry: LoggedDecision): Promise<void>;
  /**
   * The call was sent, but the provider took nothing: it will be asked again and was not paid. Takes the call out of
   * what counts as in flight; sent again, it counts as sent once.
   */
  withdraw?(key: CallKey): Promise<void>;
  /**
   * Nothing could be read out of the reply that this key has: it was paid for, and counts as a failure with this cause.
   * Resolves when durable; marking again changes nothing. A call that failed has its cause in its outcome.
   */
  markUnusable?(key: CallKey, cause: CauseCode): Promise<void>;
  /**
   * Takes in what other workers answered under this lease for one rollout: from then on `answered` gives it, as not
   * replayed. Says what it found that this journal had not met before.
   */
  adopt?(place: RolloutPlace): Promise<AdoptedCalls>;
  /**
   * The highest iteration that had a call when this process opened the journal; null when the run was fresh. Delays
   * of that iteration, and of the earlier ones as re-run, are tainted: part of their work was not done here.
   */
  readonly resumedAt?: number | null;
  /** How long writes of this process waited, in all, for a store that was away: such time is in no delay fit. */
  readonly awayMs?: number;
  /** Calls in flight when an earlier process died: possibly paid, so they count in the budget (rulings J3). */
  readonly lostInFlight?: LostInFlight;
}

export interface LoggedDecision {
  readonly iteration: number;
  /** e.g. 'flush'. */
  readonly kind: string;
  readonly value: JsonValue;
}

/** The calls that one rollout may make, whatever their prompts. */
export interface RolloutPlace {
  readonly iteration: number;
  readonly calls: readonly { readonly purpose: CallPurpose; readonly ordinal: number }[];
}

export interface AdoptedCalls {
  readonly answers: readonly { readonly purpose: CallPurpose; readonly answer: AnswerRecord }[];
  /** Sent by a worker that died with it. */
  readonly lost: LostInFlight;
}

export interface LostInFlight {
  readonly calls: number;
  readonly reservedTokens: number;
  readonly reservedUsd: number;
}

export interface CallKey {
  /** 0-based; evaluation at the start has iteration -1. */
  readonly iteration: number;
  readonly purpose: CallPurpose;
  /** Position among the calls of this purpose in this iteration; round and repetition apart. */
  readonly ordinal: number;
  /** Which try with other words or another seed this is: reflection rounds, re-asks after unparseable output. */
  readonly repetition: number;
  /** sha256 of the messages. */
  readonly promptHash: string;
  /** sha256 of model, temperature, token limit, seed and the like. */
  readonly paramsHash: string;
}

export interface DecisionKey {
  readonly iteration: number;
  /** e.g. 'batchPlan', 'iterationDelay', 'stop'. */
  readonly kind: string;
  readonly ordinal: number;
}

export interface SentRequest {
  readonly role: ModelRole;
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** Subject of this call, for people: an example's id, a group's number. */
  readonly subject: string;
  /** Reserved for the call before dispatch; charged in full if the process dies with it in flight. */
  readonly reservedTokens: number;
  readonly reservedUsd: number;
}

export interface AnswerRecord {
  readonly outcome: ModelOutcome;
  /** List price of the answer; null where the model has no price. */
  readonly costUsd: number | null;
  /** Price paid: 0 for an answer from a cache. */
  readonly spendUsd: number | null;
  /** The answer came from another run's journal: nothing was paid. */
  readonly cached?: boolean;
}

export interface JournaledAnswer extends AnswerRecord {
  /** True when this process did not pay for it: it was in the journal before. */
  readonly replayed: boolean;
  /** Which other worker paid for it under this lease, where the rollout was carried elsewhere. */
  readonly worker?: string;
}

/** The key as one text, the journal's primary key within a run. */
export function callKeyText(key: CallKey): string {
  return [
    key.iteration,
    key.purpose,
    key.ordinal,
    key.repetition,
    key.promptHash.slice(0, 24),
    key.paramsHash.slice(0, 12),
  ].join('/');
}

/** Sorts as it was numbered; one line of numbers for each kind in each iteration, which begin at -1. */
export function loggedKeyText({ iteration, kind }: Omit<LoggedDecision, 'value'>, ordinal: number): string {
  return `log/${kind}/${String(iteration + 1).padStart(9, '0')}/${String(ordinal).padStart(9, '0')}`;
}

export function decisionKeyText(key: DecisionKey): string {
  return [key.iteration, key.kind, key.ordinal].join('/');
}
