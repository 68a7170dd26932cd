import type { EstimateSweepInput } from '@/lib/contracts/sweep-plan';
import { hasOwnSize, type SweepArm } from '@/lib/domain/sweep';
import { SWEEP_ARMS } from '@/lib/domain/sweep-arms';
import { formatCompact, formatCount, formatDuration, formatUsd, plural } from './numbers';

/** A person's choices for a sweep, as typed, and the request built from them. */
export interface SweepDraft {
  readonly arms: readonly SweepArm[];
  readonly sizes: string;
  readonly seeds: string;
  readonly usd: string;
  readonly tokens: string;
  readonly rollouts: string;
  readonly minutes: string;
  readonly concurrent: string;
}

export const FRESH_SWEEP: SweepDraft = {
  arms: SWEEP_ARMS,
  sizes: '10, 20, 40, 80',
  seeds: '1, 2, 3',
  usd: '',
  tokens: '',
  rollouts: '',
  minutes: '',
  concurrent: '2',
};

export interface PreparedSweepDraft {
  /** Null while something cannot be read. */
  readonly request: EstimateSweepInput | null;
  readonly faults: Readonly<Partial<Record<keyof SweepDraft, string>>>;
  readonly cells: number;
}

export function prepareSweepDraft(experimentId: string, draft: SweepDraft): PreparedSweepDraft {
  const sizes = wholeNumbers(draft.sizes);
  const seeds = wholeNumbers(draft.seeds);
  const sized = draft.arms.filter((arm) => !hasOwnSize(arm));
  const faults = {
    ...(draft.arms.length === 0 ? { arms: 'Choose at least one arm.' } : {}),
    ...(sizes === null || (sizes.length === 0 && sized.length > 0)
      ? { sizes: 'Write whole numbers above 0, with commas between them.' }
      : {}),
    ...(seeds === null || seeds.length === 0
      ? { seeds: 'Write whole numbers, with commas between them.' }
      : {}),
  };
  const cells = cellCount(draft.arms, sizes?.length ?? 0, seeds?.length ?? 0);
  if (Object.keys(faults).length > 0 || sizes === null || seeds === null)
    return { request: null, faults, cells };
  const minutes = amount(draft.minutes);
  const request: EstimateSweepInput = {
    experimentId,
    arms: [...draft.arms],
    // Arms without a size of their own are all there is: the sizes say nothing, and none may be missing.
    sizes: sizes.length > 0 ? sizes : [1],
    seeds,
    budget: {
      usd: amount(draft.usd),
      tokens: amount(draft.tokens),
      rollouts: amount(draft.rollouts),
      wallMs: minutes === null ? null : Math.round(minutes * 60_000),
    },
    concurrent: amount(draft.concurrent) ?? 2,
  };
  return { request, faults, cells };
}

function cellCount(arms: readonly SweepArm[], sizes: number, seeds: number): number {
  const sized = arms.filter((arm) => !hasOwnSize(arm)).length;
  const sequential = arms.includes('sequential') ? seeds : 0;
  return sized * sizes * seeds + sequential + (arms.includes('noLearning') && seeds > 0 ? 1 : 0);
}

/** Whole numbers of a typed list; null where the text holds anything else. */
function wholeNumbers(text: string): number[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const numbers = parts.map(Number);
  return numbers.every((number) => Number.isInteger(number) && number >= 0) ? numbers : null;
}

/** Empty = no cap. */
const amount = (text: string) => (text.trim() === '' ? null : Number(text));

export interface EstimateShown {
  readonly cells: number;
  readonly calls: number;
  readonly tokens: number;
  readonly usd: number;
  readonly rollouts: number;
  readonly evaluationRollouts: number;
  readonly wallMs: number;
  readonly lanes: number;
  readonly isPriced: boolean;
}

/** The estimate as lines, and what it was made from: it is no promise. */
export function estimateLines(
  estimate: EstimateShown,
): readonly { readonly term: string; readonly value: string }[] {
  return [
    { term: 'Cells', value: formatCount(estimate.cells) },
    {
      term: 'Rollouts',
      value: `about ${formatCount(estimate.rollouts)} training, ${formatCount(estimate.evaluationRollouts)} measuring`,
    },
    { term: 'Model calls', value: `about ${formatCount(estimate.calls)}` },
    { term: 'Tokens', value: `about ${formatCompact(estimate.tokens)}` },
    { term: 'Cost', value: estimate.isPriced ? `about ${formatUsd(estimate.usd)}` : 'a model has no price' },
    {
      term: 'Time',
      value: `about ${formatDuration(estimate.wallMs)} at ${plural(estimate.lanes, 'lane')} a run`,
    },
  ];
}
