import { aggregationSettings } from '@/lib/contracts/aggregation-settings';
import { dispatchSettings } from '@/lib/contracts/dispatch-settings';
import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { PreemptionMode } from '@/lib/domain/scheduling';
import {
  numberOr,
  numberOrNull,
  numbersOf,
  shareOr,
  shareOrNull,
  textOfNumber,
  textOfShare,
} from './draft-numbers';

/** When calls go out and what is done about slow ones, while it is filled in. Defaults are the contracts' own. */
export interface SchedulingDraft {
  readonly batching: boolean;
  readonly queueRule: 'lanes' | 'count' | 'off';
  readonly queueCount: string;
  readonly maxWaitMs: string;
  /** In percent, like every share of this form. */
  readonly utilisationFloor: string;
  readonly varianceFloor: string;
  readonly tokenBudget: string;
  readonly lengthBuckets: string;
  readonly preemption: PreemptionMode;
  readonly carriesOver: boolean;
  readonly carryOverAfter: string;
  readonly plannedGroups: boolean;
  readonly overlaps: boolean;
  readonly spreadRollouts: boolean;
  readonly lanesMax: string;
}

const DISPATCH = dispatchSettings.parse({});
const WORKERS = experimentConfig.parse({});
/** The contract leaves it off and names no share; this one is measured by the bench. */
const CARRY_OVER_SUGGESTED = '90';

export const EMPTY_SCHEDULING: SchedulingDraft = {
  batching: WORKERS.dispatch !== null,
  queueRule: queueRuleOf(DISPATCH.queueTarget),
  queueCount: typeof DISPATCH.queueTarget === 'number' ? String(DISPATCH.queueTarget) : '',
  maxWaitMs: textOfNumber(DISPATCH.maxWaitMs),
  utilisationFloor: textOfShare(DISPATCH.utilisationFloor),
  varianceFloor: textOfNumber(DISPATCH.rewardVarianceFloor),
  tokenBudget: String(DISPATCH.tokenBudget),
  lengthBuckets: DISPATCH.lengthBuckets.join(', '),
  preemption: DISPATCH.preemption ?? 'drain',
  carriesOver: false,
  carryOverAfter: CARRY_OVER_SUGGESTED,
  plannedGroups: aggregationSettings.parse({}).grouping === 'planned',
  overlaps: false,
  spreadRollouts: WORKERS.spreadRollouts,
  lanesMax: textOfNumber(WORKERS.lanesMax),
};

/** Name of each mode; the page of a pre-empted run explains the effect on its current iteration. */
export const PREEMPTION_NAMES: Readonly<Record<PreemptionMode, string>> = {
  drain: 'Drain: finish what is under way',
  drop: 'Drop: cancel what was not sent',
  rollback: 'Roll back: discard partial results',
};

export function dispatchOfDraft(draft: SchedulingDraft) {
  if (!draft.batching) return null;
  return {
    queueTarget: queueTargetOf(draft),
    maxWaitMs: numberOrNull(draft.maxWaitMs),
    utilisationFloor: shareOrNull(draft.utilisationFloor),
    rewardVarianceFloor: numberOrNull(draft.varianceFloor),
    tokenBudget: numberOr(draft.tokenBudget, DISPATCH.tokenBudget),
    lengthBuckets: numbersOf(draft.lengthBuckets),
    preemption: draft.preemption,
  };
}

/** Null where every switch is off, so that the experiment reads as one that waits for everything. */
export function stragglersOfDraft(draft: SchedulingDraft) {
  if (!draft.carriesOver && !draft.overlaps) return null;
  return {
    // An empty field that is switched on must not count as "off", so it becomes 0, which the API refuses.
    carryOverAfterShare: draft.carriesOver ? shareOr(draft.carryOverAfter, 0) : null,
    overlap: draft.overlaps,
  };
}

function queueRuleOf(target: number | 'lanes' | null): SchedulingDraft['queueRule'] {
  if (target === null) return 'off';
  return target === 'lanes' ? 'lanes' : 'count';
}

function queueTargetOf({ queueRule, queueCount }: SchedulingDraft): 'lanes' | number | null {
  if (queueRule === 'off') return null;
  // An empty field is sent as 0, which the API refuses at this field.
  return queueRule === 'lanes' ? 'lanes' : numberOr(queueCount, 0);
}

export const lanesMaxOfDraft = ({ lanesMax }: SchedulingDraft): number | null => numberOrNull(lanesMax);
