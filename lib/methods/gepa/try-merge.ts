import { sumOf } from './acceptance';
import type { LoopHost } from './loop-host';
import { type LoopState, pairKey, spendCalls } from './loop-state';
import { eligible, letIn, measureCandidates, NOTHING_MEASURED, wholeSelection } from './measure-candidates';
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
    sharesExamples: ({ first, second }) =>
      sharedExamples(scores(first), scores(second)).length >= SHARED_EXAMPLES_MIN,
    made: merges.made,
  });
  if (found) merges.pairs.add(pairKey(found));
  return found;
}

async function judgeMerge<Evidence>(
  state: LoopState,
  host: LoopHost<Evidence>,
  { first, second, components }: Merged,
): Promise<ProposalReport> {
  const { pool, merges, listen, iteration } = state;
  const parents = [first, second];
  const [one, other] = parents.map((index) => pool.members[index]?.scores ?? new Map<number, number>());
  const examples = mergeExamples(one ?? new Map(), other ?? new Map(), state.draws);
  const evaluation = { iteration, candidate: null, parents };
  listen({ kind: 'evaluation.started', ...evaluation, examples: examples.length });
  const [trial] = await measureCandidates(state, host, [{ proposal: 0, components, examples, why: 'trial' }]);
  const after = examples.map((example) => trial?.measured.scores.get(example) ?? 0);
  listen({ kind: 'evaluation.ended', ...evaluation, scores: after });
  spendCalls(state, trial?.calls ?? 0);
  listen({ kind: 'merge.attempted', iteration, parents, components });
  const sums = [one, other].map((scores) => examples.map((example) => scores?.get(example) ?? 0));
  const before = sumOf(sums[0] ?? []) >= sumOf(sums[1] ?? []) ? sums[0] : sums[1];
  const report = { proposal: 0, how: 'merge', parents, names: [], child: components, examples } as const;
  if (sumOf(after) < sumOf(before ?? [])) {
    const reason = `The merge is worse than the better of its parents on ${examples.length} selection examples.`;
    listen({ kind: 'merge.rejected', iteration, parents, reason });
    return { ...report, before: before ?? [], after, member: null, reason };
  }
  const [measured] = await measureCandidates(state, host, [
    { proposal: 0, components, examples: wholeSelection(host), why: 'measurement' },
  ]);
  const member = letIn(state, { components, parents, ...(measured ?? NOTHING_MEASURED) });
  merges.due -= 1;
  merges.letIn += 1;
  listen({ kind: 'merge.accepted', iteration, candidate: member.index, parents });
  listen({ kind: 'candidate.accepted', iteration, candidate: member.index, sum: sumOf(after), parents });
  const reason = `The merge is no worse than the better of its parents on ${examples.length} selection examples.`;
  return { ...report, before: before ?? [], after, member, reason };
}
