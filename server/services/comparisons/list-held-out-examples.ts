import type {
  HeldOutExample,
  ListHeldOutExamplesInput,
  PairedVerdict,
} from '@/lib/contracts/paired-comparisons';
import type { Actor } from '@/lib/domain/actor';
import { compareScores } from '@/lib/evaluation/compare-scores';
import { finerParts } from '@/lib/evaluation/scorers/finer';
import { microAccuracy } from '@/lib/evaluation/scorers/micro-accuracy';
import { gainOfPrompt } from '@/lib/report/claims/run-gain';
import type { ScorePair } from '@/lib/stats/paired-scores';
import { findExampleTexts } from '@/server/repositories/example-texts';
import {
  findHeldOutRollouts,
  findSeedHash,
  readMeasuredPrompts,
} from '@/server/repositories/held-out-scores';
import { getRunRow } from '@/server/repositories/runs';
import { pageOfPairs, verdictOf } from './example-pairs';

/** One candidate of a run against the prompt that the run began with, by held-out example; another split is not read. */
interface HeldOutPage {
  readonly items: HeldOutExample[];
  readonly nextCursor: string | null;
  readonly total: number;
  readonly comparison: PairedVerdict | null;
  readonly microAccuracy: { readonly before: number; readonly after: number } | null;
  readonly note: string | null;
}

const IS_ORIGINAL =
  'This is the original prompt, and the others are compared with it: choose a later version to see what that won and lost.';
const ORIGINAL_UNMEASURED =
  'The original prompt was not scored on all held-out examples, so there is nothing to compare this version with.';
const UNMEASURED =
  'This version was not scored on all held-out examples: a run measures only now and then, and not each version. Choose another one.';

export async function listHeldOutExamples(
  actor: Actor<'read'>,
  { runId, candidate, ...asked }: ListHeldOutExamplesInput & { readonly runId: string },
): Promise<HeldOutPage> {
  const { manifest } = await getRunRow(actor.workspaceId, runId);
  const seedHash = await findSeedHash(runId);
  if (seedHash === candidate) return nothing(IS_ORIGINAL);
  const points = await readMeasuredPrompts(runId);
  const [seed, later] = [seedHash, candidate].map((hash) =>
    points.findLast(({ candidateHash }) => candidateHash === hash),
  );
  if (later === undefined) return nothing(UNMEASURED);
  if (seed === undefined) return nothing(ORIGINAL_UNMEASURED);
  const comparison = compareScores(seed, later, gainOfPrompt(points, candidate) ?? undefined);
  const page = await pageOfPairs(runId, comparison.pairs, asked);
  const ids = page.items.map(({ exampleId }) => exampleId);
  const [before, after] = await Promise.all([
    findHeldOutRollouts(runId, seed, ids),
    findHeldOutRollouts(runId, later, ids),
  ]);
  const items = page.items.map((item) => ({
    ...item,
    beforeSeq: before.get(item.exampleId) ?? null,
    afterSeq: after.get(item.exampleId) ?? null,
  }));
  const { scoring } = manifest.task;
  const micro = scoring.kind === 'finer' ? await microAccuracies(runId, comparison.pairs) : null;
  return { ...page, items, comparison: verdictOf(comparison), microAccuracy: micro, note: null };
}

/** Over the tags of all paired examples, as FiNER is published; a mean of examples weighs long ones too little. */
async function microAccuracies(runId: string, pairs: readonly ScorePair[]) {
  const texts = await findExampleTexts(
    runId,
    pairs.map(({ exampleId }) => exampleId),
  );
  const over = (side: 'before' | 'after') =>
    microAccuracy(
      pairs.flatMap(({ exampleId, [side]: value }) => {
        const expected = texts.get(exampleId)?.expected;
        return expected === undefined ? [] : [finerParts(value, expected)];
      }),
    );
  return { before: over('before'), after: over('after') };
}

function nothing(note: string): HeldOutPage {
  return { items: [], nextCursor: null, total: 0, comparison: null, microAccuracy: null, note };
}
