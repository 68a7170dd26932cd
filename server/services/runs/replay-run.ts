import type { ReplayView } from '@/lib/contracts/replay';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import { ledgerPool } from '@/server/ledger/pool';
import { countAnswered } from '@/server/repositories/journal';
import { getRunRow, type RunRowWithManifest } from '@/server/repositories/runs';
import { recordAudit } from '@/server/services/audit/record-audit';
import { CODE_VERSION } from './code-version';
import { refuseReplay } from './refuse-replay';
import { type Replay, replayFromJournal } from './replay-from-journal';

/**
 * A requested replay: limited within a request of the API, without limits on the machine itself. It
 * changes nothing of the run; that it was made, and what came of it, is in the audit log.
 */
export interface ReplayLimits {
  /** Calls of a run: its whole journal is held in memory while it is replayed. */
  readonly calls: number;
  readonly ms: number;
}

export const REQUEST_LIMITS: ReplayLimits = { calls: 50_000, ms: 30_000 };

interface ReplayInput {
  readonly runId: string;
  /** Null = none. */
  readonly limits: ReplayLimits | null;
  /** Aborts when the caller disconnects. */
  readonly signal?: AbortSignal;
}

/** @throws AppError STATE_CONFLICT while the run has no hash or where another engine made it, RATE_LIMITED while another replay is under way */
export async function replayRun(
  actor: Actor<'discuss'>,
  { runId, limits, signal }: ReplayInput,
): Promise<ReplayView> {
  const run = await getRunRow(actor.workspaceId, runId);
  const { runHash } = run;
  if (runHash === null) {
    throw new AppError(
      'STATE_CONFLICT',
      `This run is ${run.status}: only a run that came to its end can be replayed.`,
    );
  }
  await refuseReplay({ id: runId, manifest: run.manifest, runHash });
  const startedMs = performance.now();
  const replay = await inTurn(() => within(limits, { ...run, runHash }, signal));
  await db().$transaction((tx) =>
    recordAudit(tx, actor, 'run.replayed', runId, {
      verdict: replay.verdict,
      runHash,
      replayHash: replay.replayHash,
    }),
  );
  const { codeVersion } = run.manifest;
  return {
    runId,
    runHash,
    ...replay,
    tookMs: Math.round(performance.now() - startedMs),
    codeVersion: { pinned: codeVersion, present: CODE_VERSION },
    howToProceed: howToProceed(runId, replay),
  };
}

async function within(
  limits: ReplayLimits | null,
  run: RunRowWithManifest & { readonly runHash: string },
  signal: AbortSignal | undefined,
): Promise<Replay> {
  const asked = { ...run, manifest: run.manifest };
  if (limits === null) return replayFromJournal(ledgerPool(), asked);
  const answered = await countAnswered(run.id);
  if (answered > limits.calls) {
    return unfinished(
      `The run made ${answered} calls; a request replays runs of up to ${limits.calls}, and nothing was replayed.`,
    );
  }
  const replay = await replayFromJournal(ledgerPool(), asked, { limitMs: limits.ms, signal });
  if (replay.verdict !== 'unfinished') return replay;
  return {
    ...replay,
    explanation: `The replay did not end within the ${limits.ms / 1000} seconds that a request may take, so nothing was compared.`,
  };
}

const unfinished = (explanation: string): Replay => ({
  verdict: 'unfinished',
  replayHash: null,
  facts: 0,
  explanation,
  firstDifference: null,
});

function howToProceed(runId: string, { verdict }: Replay): string[] {
  if (verdict === 'same') return [];
  if (verdict === 'unfinished') {
    return [`Run "npm run waggle -- replay ${runId}" where Waggle is installed: it has no limit.`];
  }
  return ['Replay with the version of the code that the run was started with; its manifest names it.'];
}

let isBusy = false;

/** One at a time in a process: each takes a core and holds a journal. */
async function inTurn(replay: () => Promise<Replay>): Promise<Replay> {
  if (isBusy) {
    throw new AppError(
      'RATE_LIMITED',
      'Another replay is under way: wait until it has ended, then try again.',
      {
        retryAfterMs: 5_000,
      },
    );
  }
  isBusy = true;
  try {
    return await replay();
  } finally {
    isBusy = false;
  }
}
