import type { BatchPlan } from '@/lib/domain/batch-plan';
import type { CandidateVersion, DiversityNote, IterationState, ProposalNote, RunState } from './run-state';
import { thinPoints } from './thin-points';

/**
 * Bounds the state of a run that a page holds, however long the run is. Of the points of curves it keeps as many as a
 * chart can show (`thin-points`), with the number of points left out; of the details (reflections, groups, prompt texts,
 * similarities) it keeps only the newest. Older details are read when a person opens them. Folding continues from the
 * bounded state as from the whole one, so servers keep the bounded state and browsers begin with it.
 * A run whose details fit is left exactly as it is.
 */
export interface RunStateLimits {
  /** Reflections and groups of closed iterations, counted together. */
  readonly scanNodes: number;
  /** Characters of all prompt texts, and of all proposals. */
  readonly textChars: number;
  /** Similarities between groups. */
  readonly similarities: number;
  /** Batch plans that say something of their own. */
  readonly plans: number;
  /** Points of each list: measurements, windows and trials. */
  readonly points: number;
}

/** About a megabyte for a run of 2,000 iterations, a tenth of it on the wire. */
export const RUN_STATE_LIMITS: RunStateLimits = {
  scanNodes: 1_500,
  textChars: 250_000,
  similarities: 10_000,
  plans: 400,
  points: 1_000,
};

export function boundRunState(state: RunState, limits: RunStateLimits = RUN_STATE_LIMITS): RunState {
  const iterations = newestWhole(state.iterations, {
    ...{ limit: limits.scanNodes, sizeOf: nodesOf, thin: thinIteration },
  });
  const candidates = newestWhole(state.candidates, {
    ...{ limit: limits.textChars, sizeOf: ({ text }) => text?.length ?? 0, thin: thinCandidate },
  });
  const proposals = newestWhole(state.proposals, {
    ...{ limit: limits.textChars, sizeOf: ({ text }) => text?.length ?? 0, thin: thinProposal },
  });
  const diversity = newestWhole(state.diversity, {
    ...{ limit: limits.similarities, sizeOf: (one) => one.similarities.length, thin: thinDiversity },
  });
  return {
    ...state,
    ...{ iterations, candidates, proposals, diversity },
    ...boundPlans(state, limits.plans),
    ...boundPoints(state, limits.points),
  };
}

interface Cut<Item> {
  readonly limit: number;
  readonly sizeOf: (item: Item) => number;
  readonly thin: (item: Item) => Item;
}

/** The newest stays whole whatever its size; before it, as many as fit. What is thin already costs nothing. */
function newestWhole<Item>(items: readonly Item[], { limit, sizeOf, thin }: Cut<Item>): readonly Item[] {
  let used = 0;
  let first = items.length;
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index];
    if (item === undefined) break;
    used += sizeOf(item);
    if (used > limit && index < items.length - 1) break;
    first = index;
  }
  return first === 0 ? items : items.map((item, index) => (index < first ? thin(item) : item));
}

const nodesOf = ({ reflections, groups, combined }: IterationState) =>
  reflections.length + groups.length + (combined?.edits.length ?? 0);

/** One that is still open goes on filling, so it stays. */
function thinIteration(iteration: IterationState): IterationState {
  if (iteration.isThin || iteration.closed === null) return iteration;
  return {
    ...iteration,
    ...{ candidateHash: '', reflections: [], shuffle: null, groups: [], combined: null, candidate: null },
    closed: { trainExamplesSeen: iteration.closed.trainExamplesSeen },
    isThin: true,
  };
}

const thinCandidate = (candidate: CandidateVersion): CandidateVersion =>
  candidate.text === null ? candidate : { ...candidate, text: null };

const thinProposal = (proposal: ProposalNote): ProposalNote =>
  proposal.text === null ? proposal : { ...proposal, text: null, isThin: true };

const thinDiversity = (note: DiversityNote): DiversityNote =>
  note.similarities.length === 0 ? note : { ...note, similarities: [], isThin: true };

function boundPoints({ leftOut, ...state }: RunState, limit: number) {
  const measurements = thinPoints(state.measurements, {
    ...{ limit, heightOf: ({ score }) => score.mean },
    named: (all) => [
      all.find(({ incomplete }) => !incomplete),
      all.findLast(({ best }) => best),
      ...all.filter(({ incomplete }) => incomplete),
    ],
  });
  const online = thinPoints(state.online, {
    ...{ limit, heightOf: ({ score }) => score.mean },
    named: () => [],
  });
  const trials = thinPoints(state.trials, {
    ...{ limit, heightOf: ({ score }) => score.mean },
    named: (all) => [all.findLast(({ best }) => best)],
  });
  return {
    ...{ measurements, online, trials },
    leftOut: {
      measurements: leftOut.measurements + state.measurements.length - measurements.length,
      online: leftOut.online + state.online.length - online.length,
      trials: leftOut.trials + state.trials.length - trials.length,
    },
  };
}

/**
 * Of plans that say the same one after the other the first and the last stay, which is what a table makes of them.
 * Where there are still too many, those stay that changed the size or the reason, and the newest.
 */
function boundPlans({ plans, plansLeftOut }: RunState, limit: number) {
  const telling = plans.length <= limit ? plans : plans.filter((_, index) => !isBetweenSame(plans, index));
  if (telling.length <= limit) return { plans: telling, plansLeftOut };
  const kept = new Set(telling.slice(-Math.floor(limit / 2)));
  const changes = telling.filter((plan, index) => !kept.has(plan) && isChange(plan, telling[index - 1]));
  for (const plan of changes.slice(-(limit - kept.size))) kept.add(plan);
  return {
    plans: telling.filter((plan) => kept.has(plan)),
    plansLeftOut: plansLeftOut + telling.length - kept.size,
  };
}

function isBetweenSame(plans: readonly BatchPlan[], index: number): boolean {
  const [before, plan, after] = [plans[index - 1], plans[index], plans[index + 1]];
  return before !== undefined && plan !== undefined && after !== undefined
    ? isSamePlan(before, plan) && isSamePlan(plan, after)
    : false;
}

/** Profile sizes and the confirming one tell points of the fit apart, so they count as changes. */
const isChange = (plan: BatchPlan, before: BatchPlan | undefined) =>
  before === undefined ||
  plan.size !== before.size ||
  plan.reason !== before.reason ||
  plan.reason === 'profiling';

/** Sizes fixed by hand, for the same reason. */
export const isSamePlan = (a: BatchPlan, b: BatchPlan): boolean =>
  a.reason === 'static' &&
  b.reason === 'static' &&
  a.size === b.size &&
  JSON.stringify(a.basis) === JSON.stringify(b.basis) &&
  a.caps.join() === b.caps.join() &&
  a.inputs.lanes === b.inputs.lanes;
