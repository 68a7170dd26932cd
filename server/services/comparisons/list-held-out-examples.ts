import type {
  HeldOutExample,
  ListHeldOutExamplesInput,
  PairedVerdict,
} from '@/lib/contracts/paired-comparisons';
import type { Actor } from '@/lib/domain/actor';
import { compareScores } from '@/lib/evaluation/compare-scores';
import { assertMay } from '@/lib/policy/roles';
import { gainOfPrompt } from '@/lib/report/claims/run-gain';
import {
  findHeldOutRollouts,
  findSeedHash,
  readMeasuredPrompts,
} from '@/server/repositories/held-out-scores';
import { assertRunExists } from '@/server/repositories/runs';
import { pageOfPairs, verdictOf } from './example-pairs';

/** One candidate of a run against the prompt that the run began with, by held-out example; another split is not read. */
interface HeldOutPage {
  readonly items: HeldOutExample[];
  readonly nextCursor: string | null;
  readonly total: number;
  readonly comparison: PairedVerdict | null;
  readonly note: string | null;
}

const IS_ORIGINAL =
  'This is the original prompt, and the others are compared with it: choose a later version to see what that won and lost.';
const ORIGINAL_UNMEASURED =
  'The original prompt was not scored on all held-out examples, so there is nothing to compare this version with.';
const UNMEASURED =
  'This version was not scored on all held-out examples: a run measures only now and then, and not each version. Choose another one.';

export async function listHeldOutExamples(
  actor: Actor,
  { runId, candidate, ...asked }: ListHeldOutExamplesInput & { readonly runId: string },
): Promise<HeldOutPage> {
  assertMay(actor, 'read');
  await assertRunExists(actor.workspaceId, runId);
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
  return { ...page, items, comparison: verdictOf(comparison), note: null };
}

function nothing(note: string): HeldOutPage {
  return { items: [], nextCursor: null, total: 0, comparison: null, note };
}
