import type { BranchRunInput } from '@/lib/contracts/branching';
import type { RunView } from '@/lib/contracts/run-shapes';
import type { Actor } from '@/lib/domain/actor';
import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import { assertBranchable } from '@/lib/policy/branching';
import { assertMay } from '@/lib/policy/roles';
import { findCandidateAfter, findLastClosed } from '@/server/repositories/branch-points';
import { getRunRow } from '@/server/repositories/runs';
import { assertBatchHasReason } from './build-run-manifest';
import { launchRun, randomSeed } from './launch-run';
import { assertProvidersThere, repeatManifest } from './rerun';

/**
 * A new run that goes on from where another stood after one of its iterations. The source may be running, paused or
 * ended, on whichever worker: its ledger says what stood, and nothing of it changes.
 */
export async function branchRun(
  actor: Actor,
  input: BranchRunInput & { readonly runId: string },
): Promise<RunView> {
  assertMay(actor, 'experiment');
  const { runId, iteration } = input;
  const source = await getRunRow(actor.workspaceId, runId);
  assertBranchable({
    kind: source.kind,
    iteration,
    lastClosed: await findLastClosed(runId),
    changesBatch: input.batch !== undefined,
    changesAggregation: input.aggregation !== undefined,
  });
  const old = source.manifest as unknown as RunManifest;
  await assertProvidersThere(actor, old);
  const text = await findCandidateAfter(runId, iteration);
  if (text === null) {
    throw new AppError('NOT_FOUND', `The candidate after iteration ${iteration} is not in the run's ledger.`);
  }
  const manifest: RunManifest = {
    ...repeatManifest(old, input.seed ?? randomSeed()),
    // A serial baseline is what a diagnosis is made from; a branch of one starts too far on to be that.
    kind: source.kind === 'serialBaseline' ? 'combee' : source.kind,
    aggregation: input.aggregation ?? old.aggregation,
    batch: input.batch ?? old.batch,
    seedCandidateText: text,
    branchedFrom: { runId, iteration },
  };
  assertBatchHasReason(manifest);
  const label = input.label ?? `${source.label.slice(0, LABEL_KEPT)}, from iteration ${iteration}`;
  const origin = { branchedFromId: runId };
  return launchRun(actor, { experimentId: source.experimentId, manifest, label, origin });
}

/** Labels have at most 120 characters. */
const LABEL_KEPT = 90;
