import type { Components } from '@/lib/domain/components';
import type { ProposalReason } from '@/lib/domain/proposal-reason';
import { sumOf } from './acceptance';
import type { LoopHost } from './loop-host';
import { isRepeated, type LoopState, pairKey, spendCalls } from './loop-state';
import {
  eligible,
  letIn,
  measureCandidates,
  NO_ROOM_TO_MEASURE,
  NOTHING_MEASURED,
  wholeSelection,
} from './measure-candidates';
import { findMerge, type Merged } from './merge-components';
import { mergeExamples, SHARED_EXAMPLES_MIN, sharedExamples } from './merge-examples';
import type { ProposalReport } from './step-report';

/**
 * A merge instead of a rewrite: tried when one is due and the iteration before let a rewrite in. It is measured on five
 * selection examples; at least as good as the better of its parents there, it is measured on all and let in. Whatever
 * comes of it, it takes up the iteration.
 */
export async function tryMerge<Evidence>(
  state: LoopState,
  host: LoopHost<Evidence>,
): Promise<ProposalReport | undefined> {
  const { merges, rules } = state;
  // An iteration that let nothing in would merge the same pool again; the mark is spent whether or not one is due.
  const isDue = rules.merge !== null && merges.due > 0 && merges.isFresh;
  merges.isFresh = false;
  if (!isDue) return undefined;
  const found = drawMerge(state);
  if (found === undefined) return undefined;
  state.proposals += 1;
  return judgeMerge(state, host, found);
}

/** A rewrite that was let in owes a merge, as long as the rules allow more. */
export function noteRewrite({ merges, rules }: LoopState): void {
  merges.isFresh = true;
  if (merges.letIn < (rules.merge?.maxInvocations ?? 0)) merges.due += 1;
}

function drawMerge(state: LoopState): Merged | undefined {
  const { pool, merges, draws } = state;
  const scores = (index: number) => pool.members[index]?.scores ?? new Map<number, number>();
  const found = findMerge({
    lineage: pool.members,
    among: eligible(state),
    draws,
    isDone: (pair) => merges.pairs.has(pairKey(pair)),
    mayTry: ({ first, second, components }) =>
      sharedExamples(scores(first), scores(second)).length >= SHARED_EXAMPLES_MIN &&
      !isRepeated(state, components),
    made: merges.made,
  });
  // A pair over one ancestor has one chance, whatever comes of it.
  if (found) merges.pairs.add(pairKey(found));
  return found;
}

async function judgeMerge<Evidence>(
  state: LoopState,
  host: LoopHost<Evidence>,
  { first, second, components }: Merged,
): Promise<ProposalReport> {
  const { pool, listen, iteration } = state;
  const parents = [first, second];
  const known = parents.map((index) => pool.members[index]?.scores ?? new Map<number, number>());
  const examples = mergeExamples(known[0] ?? new Map(), known[1] ?? new Map(), state.draws);
  const { after, scored, isComplete } = await tryOut(state, host, { components, parents, examples });
  listen({ kind: 'merge.attempted', iteration, parents, components });
  const [one = [], other = []] = known.map((scores) => scored.map((example) => scores.get(example) ?? 0));
  // The parents are not asked again: their scores stand in the pool.
  const before = sumOf(one) >= sumOf(other) ? one : other;
  const report = {
    proposal: 0,
    how: 'merge',
    parents,
    names: [],
    child: components,
    examples,
    before,
  } as const;
  const rejected = (reason: ProposalReason) => {
    listen({ kind: 'merge.rejected', iteration, parents, reason });
    return { ...report, after: isComplete ? after : null, member: null, reason };
  };
  if (!isComplete) return rejected({ code: 'noRoomForMerge' });
  if (sumOf(after) < sumOf(before)) return rejected({ code: 'mergeWorse', examples: examples.length });
  const [measured = NOTHING_MEASURED] = await measureCandidates(state, host, [
    { proposal: 0, components, examples: wholeSelection(host), why: 'measurement' },
  ]);
  if (!measured.isComplete) {
    spendCalls(state, measured.calls);
    return rejected(NO_ROOM_TO_MEASURE);
  }
  const member = letIn(state, { components, parents, ...measured });
  // Only a merge that was let in is counted: one that failed still owes another.
  state.merges.due -= 1;
  state.merges.letIn += 1;
  listen({ kind: 'merge.accepted', iteration, candidate: member.index, parents });
  listen({ kind: 'candidate.accepted', iteration, candidate: member.index, sum: sumOf(after), parents });
  return { ...report, after, member, reason: { code: 'mergeNoWorse', examples: examples.length } };
}

interface MergeTrial {
  readonly components: Components;
  readonly parents: readonly number[];
  readonly examples: readonly number[];
}

/** The merge on its few examples; both parents were measured on them, so no minibatch is needed. */
async function tryOut<Evidence>(
  state: LoopState,
  host: LoopHost<Evidence>,
  { components, parents, examples }: MergeTrial,
) {
  const { listen, iteration } = state;
  const evaluation = { iteration, candidate: null, parents };
  listen({ kind: 'evaluation.started', ...evaluation, examples: examples.length });
  const [trial = NOTHING_MEASURED] = await measureCandidates(state, host, [
    { proposal: 0, components, examples, why: 'trial' },
  ]);
  const scored = examples.filter((example) => trial.measured.scores.has(example));
  const after = scored.map((example) => trial.measured.scores.get(example) ?? 0);
  listen({ kind: 'evaluation.ended', ...evaluation, scores: after });
  spendCalls(state, trial.calls);
  return { after, scored, isComplete: trial.isComplete };
}
