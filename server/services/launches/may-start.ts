import type { Actor } from '@/lib/domain/actor';
import type { RunManifest } from '@/lib/domain/manifest';
import { learnsInParallel } from '@/lib/domain/run';
import { assertContinuable } from '@/lib/engine/engine-version';
import { AppError } from '@/lib/errors/app-error';
import { assertOneRound } from '@/lib/policy/agent-rounds';
import { assertHeldOutSuffices } from '@/lib/policy/anti-patterns';
import { assertSchedulerPinned } from '@/lib/policy/batching';
import { diagnosisFault } from '@/lib/policy/diagnosis';
import { exploratoryFault } from '@/lib/policy/exploratory';
import { assertLanesHaveDiversity } from '@/lib/policy/worker-raise';
import { db } from '@/server/db/client';
import type { Experiment, Prisma, Run } from '@/server/db/generated/client';
import { isOpenedFor } from '@/server/repositories/confirmations';
import { findNewestDiagnosis } from '@/server/repositories/diagnoses';
import { getExperimentRow } from '@/server/repositories/experiments';
import { getRunRow, type RunOrigin } from '@/server/repositories/runs';
import { withManifest } from '@/server/repositories/stored-manifest';
import { knownDiagnosis } from '@/server/services/diagnoses/known-diagnosis';
import { assertPinned } from '@/server/services/runs/build-run-manifest';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { assertProgramThere } from '@/server/services/workers/list-commands';
import { assertExamplesFit } from './examples-fit';
import { assertProvidersThere } from './providers-there';
import { assertRemeasurable } from './remeasurable';
import { actorToStart, lostRoleReason } from './starter';

/**
 * All that has to hold at the moment at which a run starts, of whatever kind and by whatever way: asked by the service
 * that launches it, by the one that resumes it, and by the worker that takes it from the queue, with the stored run.
 * Conditions of the launch may be over by then: the go, the role, the provider, the opening, the conditions of a claim.
 */
export interface Starting {
  /** The run's, where it has one. */
  readonly id?: string;
  readonly experimentId: string;
  readonly manifest: RunManifest;
  readonly origin?: Pick<RunOrigin, 'readinessOfId'> | undefined;
  /** Programs of the worker that asks. */
  readonly programs?: readonly string[];
}

type Tx = Prisma.TransactionClient;

/** Gives the id of the diagnosis whose go it starts on; null where it needs none. */
export async function assertMayStart(
  actor: Actor<'experiment'>,
  starting: Starting,
  tx: Tx = db(),
): Promise<string | null> {
  const { manifest, experimentId, origin } = starting;
  assertNotArchived(await getExperimentRow(actor.workspaceId, experimentId, tx));
  assertContinuable(manifest);
  assertPinned(manifest);
  assertLanes(manifest);
  assertOneRound(manifest);
  assertSchedulerPinned(manifest);
  assertHeldOutSuffices(manifest);
  await assertProvidersThere(actor.workspaceId, manifest);
  await assertProgramThere(manifest, starting.programs);
  await assertExamplesFit(manifest, tx);
  await assertSealed(starting, tx);
  if (origin?.readinessOfId)
    await assertRemeasurable(await getRunRow(actor.workspaceId, origin.readinessOfId, tx));
  return assertDiagnosed(actor, manifest);
}

/** Reason why a waiting run may not start (any more), in the name of its starter; null = it may. */
export async function whyNotStart(runId: string, programs: readonly string[]): Promise<AppError | null> {
  const run = await db().run.findUniqueOrThrow({ where: { id: runId } });
  const actor = await actorToStart(run);
  if (actor === null) return new AppError('ROLE_FORBIDDEN', lostRoleReason(run));
  try {
    await assertMayStart(actor, { ...startingOf(withManifest(run)), programs });
    return null;
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

type StoredRun = Pick<Run, 'id' | 'experimentId' | 'readinessOfId'> & { readonly manifest: RunManifest };

/** A run that is there already. */
export function startingOf({ id, experimentId, readinessOfId, manifest }: StoredRun): Starting {
  const origin = readinessOfId === null ? undefined : { readinessOfId };
  return { id, experimentId, manifest, origin };
}

/** Whether a person has to fix something first; other errors are retried or are faults of Waggle. */
export function isRefusal(error: unknown): error is AppError {
  return AppError.is(error) && !error.retryable && error.kind !== 'broken';
}

/** @throws AppError STATE_CONFLICT */
export function assertNotArchived({ archivedAt }: Pick<Experiment, 'archivedAt'>): void {
  if (archivedAt === null) return;
  throw new AppError('STATE_CONFLICT', 'This experiment is archived: nothing of it starts.', {
    howToProceed: ['Restore the experiment, or make a new one.'],
  });
}

/** what can be promoted needs a diversity rule once it has many lanes; yardsticks state a reason instead. */
function assertLanes({ kind, lanes, lanesMax = 0, diversity }: RunManifest): void {
  if (learnsInParallel(kind)) assertLanesHaveDiversity(Math.max(lanes, lanesMax), diversity !== undefined);
}

/** The confirmation examples come through their one opening, which names the run; no other door leads to them (E3). */
async function assertSealed({ id, manifest }: Starting, tx: Tx): Promise<void> {
  if (manifest.evaluation.split !== 'confirmation') return;
  if (id !== undefined && (await isOpenedFor(id, tx))) return;
  throw new AppError(
    'CONFIRMATION_SPENT',
    'The confirmation examples are opened for one prompt, once, by the run whose prompt it is.',
    { howToProceed: ['Open them from the page of the run that has found the prompt.'] },
  );
}

/** Only a parallel run needs a go (rulings E10), or, to explore, an undecided one; a diagnosis is made from serial runs. */
async function assertDiagnosed(actor: Actor, manifest: RunManifest): Promise<string | null> {
  if (!learnsInParallel(manifest.kind)) return null;
  const newest = await findNewestDiagnosis(actor.workspaceId, diagnosisScopeHash(manifest));
  const known = newest && knownDiagnosis(newest);
  const fault = manifest.kind === 'exploratory' ? exploratoryFault(known, manifest) : diagnosisFault(known);
  if (fault !== null) throw fault;
  return newest?.id ?? null;
}
