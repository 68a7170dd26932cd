import type { ReducedIteration, ReduceReflectionsInput } from '@/lib/combee/reduce-reflections';
import type { ContextSplit } from '@/lib/domain/iteration-facts';
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
> & {
  /** Where the facts of one of several proposals stand; absent = there is one. */
  readonly place?: string;
};

export function reduceParts(
  input: ReduceInput,
  screen: IterationScreen | undefined,
): Omit<ReduceReflectionsInput, 'reflections'> {
  const { manifest, method, iteration, candidate, rng, ask, facts, place = '' } = input;
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
      facts.state('shuffle.finished', `${iteration}${place}`, { iteration, ...plan, degraded }),
    onGroup: ({ group, inputs, update, asked, split }) => {
      if (split !== null) stateSplit(input, split);
      facts.state(
        'group.aggregated',
        `${iteration}${place}/${group}`,
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
      );
    },
  };
}

function stateSplit(
  { facts, iteration, place = '' }: Pick<ReduceInput, 'facts' | 'iteration' | 'place'>,
  split: ContextSplit,
): void {
  facts.state('context.split', `${iteration}${place}/${split.level}/${split.group}`, { iteration, ...split });
}

/** What the scan came to, before anything is applied. */
export function stateScanned(
  input: Pick<ReduceInput, 'facts' | 'iteration' | 'place'>,
  { scan, plan }: Pick<ReducedIteration, 'scan' | 'plan'>,
): void {
  const { facts, iteration, place = '' } = input;
  for (const split of scan.splits) stateSplit(input, split);
  facts.state(
    'scan.combined',
    `${iteration}${place}`,
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
}

export function stateReduced(input: ReduceInput, reduced: ReducedIteration): void {
  stateScanned(input, reduced);
  const { facts, iteration, candidate: base, method } = input;
  const { applied } = reduced;
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
