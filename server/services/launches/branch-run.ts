import type { BranchRunInput } from '@/lib/contracts/branching';
import type { RunView } from '@/lib/contracts/run-shapes';
import type { Actor } from '@/lib/domain/actor';
import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import { pinnedPrompts } from '@/lib/evaluation/pinned-prompts';
import { methodNamed } from '@/lib/methods/known-methods';
import { assertBranchable } from '@/lib/policy/branching';
import { findCandidateAfter, findLastClosed, findLeaderAfter } from '@/server/repositories/branch-points';
import { getRunRow, type RunRowWithManifest } from '@/server/repositories/runs';
import { steeredStart } from '@/server/services/runs/branch-steering';
import { pinnedSurvival } from '@/server/services/runs/build-run-manifest';
import { launchRun, randomSeed } from './launch-run';
import { repeatManifest } from './rerun';
import { prepareRun } from './start-run';

/**
 * A new run that goes on from where another stood after one of its iterations. The source may be running, paused or
 * ended, on whichever worker: its ledger says what stood, and nothing of it changes.
 */
export async function branchRun(
  actor: Actor<'experiment'>,
  input: BranchRunInput & { readonly runId: string },
): Promise<RunView> {
  const { runId, iteration } = input;
  const source = await getRunRow(actor.workspaceId, runId);
  assertBranchable({ kind: source.kind, iteration, lastClosed: await findLastClosed(runId) });
  const old = source.manifest;
  const find = old.method.name === 'ace' ? findCandidateAfter : findLeaderAfter;
  const text = await find(runId, iteration);
  if (text === null) {
    throw new AppError('NOT_FOUND', `The candidate after iteration ${iteration} is not in the run's ledger.`);
  }
  const start = await steeredStart({ id: runId, manifest: old }, { iteration, text });
  const { steering: _, ...settings } = await settingsOf(actor, source, input);
  const manifest: RunManifest = {
    ...settings,
    seedCandidateText: start.text,
    ...(start.steering ? { steering: start.steering } : {}),
    branchedFrom: { runId, iteration },
  };
  const label = input.label ?? `${source.label.slice(0, LABEL_KEPT)}, from iteration ${iteration}`;
  const origin = { branchedFromId: runId };
  return launchRun(actor, { experimentId: source.experimentId, manifest, label, origin });
}

/** Labels have at most 120 characters. */
const LABEL_KEPT = 90;

/**
 * Those of the source, as far as nothing else is asked for. A serial baseline has none for a parallel run, and what
 * starts so far on can be no baseline: its branch takes the experiment's.
 */
async function settingsOf(
  actor: Actor,
  source: RunRowWithManifest,
  { aggregation, batch, seed }: BranchRunInput,
): Promise<RunManifest> {
  if (source.kind === 'serialBaseline') {
    const { experimentId } = source;
    return (await prepareRun(actor, { experimentId, kind: 'combee', aggregation, batch, seed })).manifest;
  }
  const old = source.manifest;
  const manifest = repeatManifest(old, seed ?? randomSeed());
  const settled = {
    ...manifest,
    aggregation: aggregation ?? manifest.aggregation,
    batch: batch ?? manifest.batch,
    // A floor on insight survival that is new here needs insights that are followed.
    ...(manifest.survival ? {} : pinnedSurvival({}, batch ?? manifest.batch)),
  };
  return { ...settled, prompts: pinnedPrompts(methodNamed(settled.method.name), settled) };
}
