import type { ReducedIteration, ReduceReflectionsInput } from '@/lib/combee/reduce-reflections';
import type { IterationInput } from './iteration';
import { keysOf, sumDelay } from './map-iteration';
import type { IterationScreen } from './screen-iteration';

/** The reduce as the engine asks for it, and what the ledger is told of it, whatever kind of barrier came before. */
export type ReduceInput = Pick<
  IterationInput,
  | 'manifest'
  | 'method'
  | 'iteration'
  | 'candidate'
  | 'trainExamplesSeen'
  | 'trainExamples'
  | 'rng'
  | 'ask'
  | 'facts'
>;

export function reduceParts(
  input: ReduceInput,
  screen: IterationScreen | undefined,
): Omit<ReduceReflectionsInput, 'reflections'> {
  const { manifest, method, iteration, candidate, rng, ask, facts } = input;
  return {
    method,
    manifest,
    base: candidate,
    iteration,
    rng,
    progress: { trainExamplesSeen: input.trainExamplesSeen, trainExamples: input.trainExamples },
    ask,
    ...(screen ? { screen: screen.screen } : {}),
    onShuffle: (plan, degraded) =>
      facts.state('shuffle.finished', `${iteration}`, { iteration, ...plan, degraded }),
    onGroup: ({ group, inputs, update, asked }) =>
      facts.state(
        'group.aggregated',
        `${iteration}/${group}`,
        {
          iteration,
          group,
          inputs,
          edits: update.edits,
          text: update.text,
          cause: update.invalid,
          callKeys: keysOf(asked),
        },
        { delayMs: sumDelay(asked) },
      ),
  };
}

export function stateReduced(
  { facts, iteration, candidate: base, method }: ReduceInput,
  { scan, applied, plan }: ReducedIteration,
): void {
  facts.state(
    'scan.combined',
    `${iteration}`,
    {
      iteration,
      mode: scan.mode,
      k: plan.k,
      survivingGroups: scan.survivingGroups,
      calls: scan.calls,
      edits: scan.update.edits,
      text: scan.update.text,
      cause: scan.cause,
      callKeys: keysOf(scan.asked),
    },
    { delayMs: sumDelay(scan.asked) },
  );
  const { candidate } = applied;
  if (candidate.hash === base.hash) return;
  facts.state('candidate.created', `${iteration}`, {
    iteration,
    hash: candidate.hash,
    parentHash: base.hash,
    text: candidate.text,
    ...method.describe(candidate),
    applied: applied.applied,
    ignored: applied.ignored,
  });
}
