import type { ReducedIteration, ReduceInput } from '@/lib/combee/iteration';
import type { Scanned } from '@/lib/combee/scan';
import type { Candidate } from '@/lib/domain/candidate';
import { stated } from '@/lib/domain/cause';
import type { ContextSplit } from '@/lib/domain/iteration-facts';
import type { RunManifest } from '@/lib/domain/manifest';
import type { FactSink } from '@/lib/engine/fact-sink';
import type { Ask, Method } from '@/lib/methods/method';
import type { Rng } from '@/lib/random/seeded-rng';
import { keysOf, sumDelay } from './emit-mapped';

/** Shuffle, scan and apply as the engine asks for them, and the facts that each of them emits. */
export interface ReducePlace {
  readonly manifest: RunManifest;
  readonly method: Method;
  readonly iteration: number;
  readonly trainExamplesSeen: number;
  readonly trainExamples: number;
  readonly rng: Rng;
  readonly ask: Ask;
  readonly facts: FactSink;
  /** Where the facts of one of several proposals are put; absent = there is one. */
  readonly place?: string;
}

export function reduceInput(input: ReducePlace): ReduceInput {
  const { manifest, method, iteration, rng, ask, facts, place = '' } = input;
  return {
    method,
    manifest,
    iteration,
    rng,
    progress: { trainExamplesSeen: input.trainExamplesSeen, trainExamples: input.trainExamples },
    ask,
    onShuffle: (plan, degraded) =>
      facts.emit('shuffle.finished', `${iteration}${place}`, { iteration, ...plan, degraded }),
    onGroup: ({ group, inputs, update, asked, split }) => {
      if (split !== null) emitSplit(input, split);
      facts.emit(
        'group.aggregated',
        `${iteration}${place}/${group}`,
        {
          iteration,
          group,
          inputs,
          edits: update.edits,
          text: update.text,
          cause: stated(update.invalid),
          callKeys: keysOf(asked),
        },
        { delayMs: sumDelay(asked) },
      );
    },
  };
}

function emitSplit(
  { facts, iteration, place = '' }: Pick<ReducePlace, 'facts' | 'iteration' | 'place'>,
  split: ContextSplit,
): void {
  facts.emit('context.split', `${iteration}${place}/${split.level}/${split.group}`, { iteration, ...split });
}

/** States the result of the scan before its update is applied. */
export function emitScanned(
  input: Pick<ReducePlace, 'facts' | 'iteration' | 'place'>,
  { scan, plan }: Pick<Scanned, 'scan' | 'plan'>,
): void {
  const { facts, iteration, place = '' } = input;
  for (const split of scan.splits) emitSplit(input, split);
  facts.emit(
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
      cause: stated(scan.cause),
      callKeys: keysOf(scan.asked),
    },
    { delayMs: sumDelay(scan.asked) },
  );
}

/** `candidate`: the one that the iteration began with. */
export function emitReduced(
  input: Pick<ReducePlace, 'facts' | 'iteration' | 'method'> & { readonly candidate: Candidate },
  reduced: ReducedIteration,
): void {
  emitScanned(input, reduced);
  const { facts, iteration, candidate: base, method } = input;
  const { applied } = reduced;
  const { candidate } = applied;
  if (candidate.hash === base.hash) return;
  facts.emit('candidate.created', `${iteration}`, {
    iteration,
    hash: candidate.hash,
    parentHash: base.hash,
    text: candidate.text,
    ...method.describe(candidate),
    applied: applied.applied,
    ignored: applied.ignored,
  });
}
