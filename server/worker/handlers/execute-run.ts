import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import type { Fact } from '@/lib/domain/ledger-entry';
import type { RunLoopInput, RunOutcome } from '@/lib/engine/run-context';
import { runLoop } from '@/lib/engine/run-loop';
import { AppError } from '@/lib/errors/app-error';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { isDiskFull } from '@/lib/errors/disk-full';
import type { Ledger } from '@/lib/ports/ledger';
import { config } from '@/server/config/config';
import type { Listener } from '@/server/events/listener';
import type { CarriedJob, JobOutcome } from '@/server/jobs/queue';
import { makePostgresLedger } from '@/server/ledger/postgres-ledger';
import { logOf } from '@/server/observability/log';
import { systemClock } from '@/server/observability/system-clock';
import { acceptPrompts } from '@/server/services/costs/accept-prompts';
import { diagnoseSerial } from '@/server/services/diagnoses/diagnose-serial';
import { continueReadiness } from '@/server/services/readiness/continue-readiness';
import { keepFolded } from '@/server/services/runs/fold-run';
import { keepFollowed } from '@/server/services/runs/followed-insights';
import { continueKinds } from '@/server/services/workspace/continue-kinds';
import { buildPorts } from '../build-ports';
import {
  type ClaimedRun,
  claimRun,
  giveBack,
  pauseRun,
  pinSplit,
  readRunState,
  settleStopped,
  waitForUpstream,
} from '../claim-run';
import { type ControlWatch, watchControl } from '../control-watch';
import type { DiskWatch } from '../disk-watch';
import { isRefusedAtStart } from '../refused-at-start';
import { registerAnswerKey } from '../register-answer-key';
import { openSpread } from '../rollouts/open-spread';
import { tellAway } from '../tell-away';
import { forgetUpstream, isPatienceOver } from '../upstream-patience';

/**
 * Carries one run: claims it, builds its ports, runs the loop and settles the outcome. The kind of an error alone
 * decides the outcome of the job; paid answers are in the journal in any case.
 */
export interface WorkerParts {
  readonly worker: string;
  readonly pool: pg.Pool;
  readonly listener: Listener;
  /** Spreads rollouts over workers; absent = this worker carries all of them itself. */
  readonly queue?: PgBoss;
  readonly closing: AbortSignal;
  /** Absent = the disk of the database is not watched. */
  readonly disk?: DiskWatch;
}

export async function executeRun(job: CarriedJob, parts: WorkerParts): Promise<JobOutcome> {
  const { runId } = job.payload;
  const claimed = await claimRun(parts.pool, runId, parts.worker);
  if (claimed === null) return settleEnded(parts.pool, runId);
  if (await isRefusedAtStart(parts.pool, claimed)) return settleEnded(parts.pool, runId);
  const ledger = makePostgresLedger(parts.pool, claimed.lease, acceptPrompts(claimed));
  const noRoom = parts.disk?.noRoom() ?? null;
  if (noRoom !== null) {
    await pauseRun(parts.pool, claimed.lease, noRoom);
    return 'done';
  }
  const others = [parts.closing, job.signal, ...(parts.disk ? [parts.disk.untilFull()] : [])];
  const control = watchControl(claimed.lease, { ...parts, others });
  try {
    const outcome = await carry(claimed, ledger, { ...parts, control });
    if (outcome !== 'ended') return outcome;
  } catch (error) {
    return await settleError(error, { claimed, control, pool: parts.pool });
  } finally {
    control.close();
  }
  // The run has ended and its end is in the ledger: an error here is retried and never fails the run.
  return settleEnded(parts.pool, runId);
}

async function carry(
  claimed: ClaimedRun,
  ledger: Ledger,
  parts: WorkerParts & { readonly control: ControlWatch },
): Promise<JobOutcome | 'ended'> {
  const { manifest, lease } = claimed;
  const { pool, control, listener } = parts;
  stateClaim(claimed, ledger);
  await registerAnswerKey(pool, manifest);
  const ports = await buildPorts({ claimed, pool, ledger, control, listener });
  const spread = await openSpread(claimed, parts);
  const outcome = await carryOn({ ...ports, ...(spread ? { spread } : {}) }, { claimed, pool }).finally(() =>
    spread?.close(),
  );
  if (outcome.status === 'paused') {
    const noRoom = parts.disk?.untilFull().aborted ? parts.disk.noRoom() : null;
    if (noRoom !== null && !control.isLeaseLost && !parts.closing.aborted) {
      await pauseRun(pool, lease, noRoom);
      return 'done';
    }
    const status = control.isLeaseLost ? null : await giveBack(pool, lease);
    return status === 'queued' ? 'again' : 'done';
  }
  logOf('worker').info(
    { runId: lease.runId, status: outcome.status, reason: outcome.reason },
    'A run has ended.',
  );
  return 'ended';
}

async function carryOn(
  ports: RunLoopInput,
  { claimed, pool }: { readonly claimed: ClaimedRun; readonly pool: pg.Pool },
): Promise<RunOutcome> {
  await pinSplit(pool, claimed.manifest.split.registrationId);
  forgetUpstream(claimed.lease.runId);
  const stopTelling = await tellAway(pool, claimed);
  return runLoop(ports).finally(stopTelling);
}

/** Emits a fact for each claim, since each claim is an event. */
function stateClaim({ lease, takenFrom, resumedIteration }: ClaimedRun, ledger: Ledger): void {
  const measured = { atMs: systemClock.nowMs(), worker: lease.worker };
  const place = String(lease.fence);
  if (takenFrom !== null) {
    const data = { previousWorker: takenFrom };
    ledger.append({ type: 'run.takenOver', key: `run.takenOver/${place}`, data, measured });
  } else if (resumedIteration !== null) {
    const data = { iteration: resumedIteration };
    ledger.append({ type: 'run.resumed', key: `run.resumed/${place}`, data, measured });
  }
}

/** A serial run ends with its diagnosis; if its worker dies in between, the next worker of the job writes the diagnosis. */
async function settleEnded(pool: pg.Pool, runId: string): Promise<JobOutcome> {
  const run = await readRunState(pool, runId);
  if (run?.status === 'finished' && run.kind === 'serialBaseline') {
    await diagnoseSerial(runId);
    await continueReadiness(runId);
    await continueKinds(runId);
  }
  if (run) await keepFolded(runId, run.lastSeq);
  if (run) await keepFollowed(runId);
  return 'done';
}

interface Failing {
  readonly claimed: ClaimedRun;
  readonly control: ControlWatch;
  readonly pool: pg.Pool;
}

async function settleError(error: unknown, failing: Failing): Promise<JobOutcome> {
  const { claimed, control, pool } = failing;
  const { runId } = claimed.lease;
  if (control.isLeaseLost || (AppError.is(error) && error.kind === 'lost')) {
    logOf('worker').info({ runId }, 'Another worker carries this run now.');
    return 'done';
  }
  if (isDatabaseGone(error)) throw error;
  if (isDiskFull(error)) {
    logOf('worker').error({ runId, err: error }, 'A run was paused: the disk is full.');
    await pauseRun(pool, claimed.lease, DISK_FULL);
    return 'done';
  }
  if (AppError.is(error) && error.kind === 'upstream' && error.retryable) {
    return await settleUpstream(error, failing);
  }
  if (AppError.is(error) && error.kind === 'exhausted') {
    await settleStopped(pool, claimed.lease, error.userMessage);
    return 'done';
  }
  logOf('worker').error({ runId, err: error }, 'A run has failed.');
  await stateFailure(error, failing);
  return 'done';
}

const DISK_FULL = 'The disk is full. Nothing paid is lost. Free some space, then resume this run.';

/** Retries up to the limit, then pauses until a person resumes; no paid answer is lost. */
async function settleUpstream(error: AppError, { claimed, pool }: Failing): Promise<JobOutcome> {
  const { lease } = claimed;
  if (error.code !== 'PROVIDER_AWAY' && !isPatienceOver(lease.runId, config().providerPatienceMs)) {
    await waitForUpstream(pool, lease, `${error.userMessage} It is tried again.`);
    throw error;
  }
  forgetUpstream(lease.runId);
  logOf('worker').warn({ runId: lease.runId, error: error.message }, 'A run was paused for its upstream.');
  await pauseRun(pool, lease, error.userMessage);
  return 'done';
}

/** Uses a ledger of its own, because the loop's ledger may be broken. */
async function stateFailure(error: unknown, { claimed, pool }: Failing): Promise<void> {
  const fact: Fact = {
    type: 'run.failed',
    key: `run.failed/${claimed.lease.fence}`,
    data: AppError.is(error)
      ? { code: error.code, message: error.userMessage }
      : {
          code: 'INVARIANT_BROKEN',
          message: `Something broke inside Waggle; the log of worker ${claimed.lease.worker} says what.`,
        },
    measured: { atMs: systemClock.nowMs(), worker: claimed.lease.worker },
  };
  const ledger = makePostgresLedger(pool, claimed.lease);
  ledger.append(fact);
  await ledger.flush().catch((flushError: unknown) => {
    // The worker that holds the run now meets the same error and reports it.
    if (!AppError.is(flushError, 'LEASE_LOST')) throw flushError;
  });
}
