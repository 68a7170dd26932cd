import type { ReadinessView, StartReadinessInput } from '@/lib/contracts/readiness';
import type { Actor } from '@/lib/domain/actor';
import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import { assertMayConfirm } from '@/lib/policy/confirmation';
import { claimsSpeed, NEW_SEEDS } from '@/lib/policy/readiness';
import { whyNotComparable } from '@/lib/report/comparability';
import type { Prisma } from '@/server/db/generated/client';
import { findReadinessRuns, type MeasuringRun } from '@/server/repositories/readiness';
import { lockRun } from '@/server/repositories/runs';
import { readConfirmable } from '@/server/services/evaluations/confirmable-run';
import { openConfirmation } from '@/server/services/evaluations/open-confirmation';
import { getConfirmation } from '@/server/services/evaluations/read-confirmation';
import { type Launch, launchTogether, randomSeed } from '@/server/services/launches/launch-run';
import { assertProvidersThere } from '@/server/services/launches/providers-there';
import { assertRemeasurable } from '@/server/services/launches/remeasurable';
import { repeatManifest } from '@/server/services/launches/rerun';
import { findBaseline } from '@/server/services/runs/find-baseline';
import { isAlive, isOf, placeOf } from './gather-evidence';
import { otherModels } from './other-hardware';
import { readReadiness } from './read-readiness';

/**
 * The one button: starts what the three lights still lack, and nothing twice. The claim's row is locked while it is
 * decided, so that two presses at once start one set of runs.
 */
export async function startReadiness(
  actor: Actor<'experiment'>,
  input: StartReadinessInput & { readonly runId: string },
): Promise<ReadinessView> {
  const before = await readReadiness(actor, { runId: input.runId });
  const confirms = await mayConfirm(actor, before);
  const started = await launchTogether(actor, (tx) => missingLaunches(tx, actor, input));
  if (confirms) await openConfirmation(actor, { runId: input.runId });
  if (started.length === 0 && !confirms) {
    throw new AppError('STATE_CONFLICT', 'Everything that can be measured again is measured or on its way.', {
      howToProceed: ['Name other hardware to measure on, or wait until the runs have ended.'],
    });
  }
  return readReadiness(actor, { runId: input.runId });
}

async function missingLaunches(
  tx: Prisma.TransactionClient,
  actor: Actor,
  input: StartReadinessInput & { readonly runId: string },
): Promise<Launch[]> {
  const run = await lockRun(actor.workspaceId, input.runId, tx);
  assertClaims(run);
  await assertRemeasurable(run);
  await assertProvidersThere(actor.workspaceId, run.manifest);
  const before = await findReadinessRuns(run.id, tx);
  const parts = { tx, run, before, experimentId: run.experimentId };
  const hardware = input.hardware ? await hardwareLaunch(actor, parts, input.hardware) : [];
  return [...seedLaunches(parts), ...hardware];
}

/**
 * The slice opens once, so it is not spent on a claim that has nothing to confirm. Whatever else forbids opening it is
 * refused here, before anything is started.
 */
async function mayConfirm(actor: Actor<'read'>, { runId, claim, lights }: ReadinessView): Promise<boolean> {
  if (claim?.verdict !== 'speedup' || lights.find(({ name }) => name === 'slice')?.state !== 'notMeasured') {
    return false;
  }
  const { state } = await getConfirmation(actor, { runId });
  if (state !== 'sealed' && state !== 'failed') return false;
  assertMayConfirm(await readConfirmable(actor.workspaceId, runId));
  return true;
}

function assertClaims({ manifest, status }: MeasuringRun): void {
  if (claimsSpeed(manifest) && status === 'finished') return;
  throw new AppError('STATE_CONFLICT', 'Only a finished parallel run has a speed claim to measure again.', {
    howToProceed: ['Wait until the run has finished, or choose one that has.'],
  });
}

interface Parts {
  readonly tx: Prisma.TransactionClient;
  readonly run: MeasuringRun;
  readonly before: readonly MeasuringRun[];
  readonly experimentId: string;
}

function seedLaunches({ run, before, experimentId }: Parts): Launch[] {
  const known = before.filter(isOf('seed')).filter(isAlive);
  const taken = new Set([run.seed, ...known.map(({ seed }) => seed)]);
  return Array.from({ length: Math.max(0, NEW_SEEDS - known.length) }, () => {
    let seed = randomSeed();
    while (taken.has(seed)) seed = randomSeed();
    taken.add(seed);
    return {
      experimentId,
      manifest: withOwnNamespace(repeatManifest(run.manifest, seed), run.id),
      label: labelled(run, `seed ${seed}`),
      origin: { readinessOfId: run.id, readinessLight: 'seed' },
    };
  });
}

/** Answers that the claim's own run left behind would make its repetition look better than it is (rulings J5). */
export function withOwnNamespace(manifest: RunManifest, claimId: string): RunManifest {
  const { evaluationCache } = manifest;
  if (!evaluationCache) return manifest;
  const namespace = `readiness/${claimId}/${manifest.runSeed}`;
  return { ...manifest, evaluationCache: { ...evaluationCache, namespace } };
}

/** The serial side first, unless one is there that may be compared; the parallel one follows its go (rulings E10). */
async function hardwareLaunch(
  actor: Actor,
  { tx, run, before, experimentId }: Parts,
  named: NonNullable<StartReadinessInput['hardware']>,
): Promise<Launch[]> {
  const models = await otherModels(actor.workspaceId, run.manifest.models, named);
  const manifest = parallelManifest(run, models);
  const there = before.filter(isOf('hardware')).filter(isAlive);
  if (there.some((other) => placeOf(other.manifest) === placeOf(manifest))) return [];
  const origin = { readinessOfId: run.id, readinessLight: 'hardware' };
  const on = `on ${models.serving.hardware}`;
  const serial = await findBaseline(actor.workspaceId, manifest, tx);
  if (serial && whyNotComparable(manifest, serial.manifest) === null) {
    return [{ experimentId, manifest, label: labelled(run, on), origin }];
  }
  const baseline = await findBaseline(actor.workspaceId, run.manifest, tx);
  if (baseline === null || whyNotComparable(run.manifest, baseline.manifest) !== null) {
    throw new AppError('STATE_CONFLICT', 'The claim has no serial baseline that could be repeated there.', {
      howToProceed: ['Run the serial baseline of this experiment first.'],
    });
  }
  const repeated = { ...repeatManifest(baseline.manifest, baseline.seed), models };
  const label = labelled(baseline, on);
  return [{ experimentId, manifest: withOwnNamespace(repeated, run.id), label, origin }];
}

export function parallelManifest(run: MeasuringRun, models: RunManifest['models']): RunManifest {
  return withOwnNamespace({ ...repeatManifest(run.manifest, run.seed), models }, run.id);
}

const LABEL_MAX = 120;

export const labelled = ({ label }: Pick<MeasuringRun, 'label'>, what: string) =>
  `${label.slice(0, LABEL_MAX - what.length - 12)}, again ${what}`;
