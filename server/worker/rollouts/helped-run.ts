import type pg from 'pg';
import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import { carryRollout, type RolloutEnd } from '@/lib/engine/rollouts/carry-rollout';
import type { Listener } from '@/server/events/listener';
import type { RolloutPayload } from '@/server/jobs/rollout-jobs';
import { holdingOut } from '@/server/ledger/database-fault';
import { examplesOfRun } from '@/server/ledger/examples-of-run';
import type { RunLease } from '@/server/ledger/lease';
import { postgresEvaluationCache } from '@/server/ledger/postgres-evaluation-cache';
import { openPostgresJournal } from '@/server/ledger/postgres-journal';
import { systemClock } from '@/server/observability/system-clock';
import { methodOf } from '@/server/services/runs/pinned-method';
import { modelForRun } from '../build-ports';
import { watchControl } from '../control-watch';

/**
 * A run as its helper knows it: manifest, examples and a journal on the lease of the holder. The helper receives the
 * same control as the holder (pause, stop) and learns in the same way that another worker holds the run.
 */
export interface HelpedRun {
  carry(payload: RolloutPayload, lost: AbortSignal): Promise<RolloutEnd>;
  /** The holder gives the run away: no new call is sent, calls in flight are awaited. */
  stop(): void;
  close(): void;
}

export interface HelperParts {
  readonly pool: pg.Pool;
  readonly listener: Listener;
  readonly worker: string;
  readonly closing: AbortSignal;
}

interface RunRow {
  readonly workspaceId: string;
  readonly manifest: RunManifest;
}

/** Null when the run is not on this lease any more. */
export async function openHelpedRun(
  parts: HelperParts,
  { runId, fence }: Pick<RolloutPayload, 'runId' | 'fence'>,
): Promise<HelpedRun | null> {
  const { pool, worker } = parts;
  const { rows } = await holdingOut(() =>
    pool.query<RunRow>(
      `SELECT "workspaceId", manifest FROM "Run" WHERE id = $1 AND fence = $2 AND status = 'running'`,
      [runId, fence],
    ),
  );
  const row = rows[0];
  if (!row) return null;
  const { manifest, workspaceId } = row;
  const lease: RunLease = { runId, fence, worker };
  const stopped = new AbortController();
  const method = methodOf(manifest);
  const examples = await examplesOfRun(pool, runId, manifest);
  const byId = new Map(Object.values(examples).flatMap((all) => all.map((one) => [one.id, one] as const)));
  const journal = await openPostgresJournal(pool, lease, 'joins');
  const control = watchControl(lease, { ...parts, others: [parts.closing, stopped.signal] });
  const interrupted = control.signal;
  const model = await modelForRun({ lease, workspaceId, manifest }, { ...parts, interrupted }).catch(
    (error: unknown) => {
      control.close();
      throw error;
    },
  );
  const candidateText = textReader(pool);
  const evaluationCache = postgresEvaluationCache(pool, { workspaceId, runId });

  return {
    async carry(payload, lost) {
      const example: Example | undefined = byId.get(payload.exampleId);
      const text = await candidateText(payload.textHash);
      // The holder of the run reads the control itself.
      if (!example || text === null) return 'unfinished';
      const candidate = { hash: payload.candidateHash, text };
      const signal = AbortSignal.any([control.signal, lost]);
      return carryRollout({
        ...{ manifest, method, model, journal, example, signal },
        evaluationCache,
        clock: systemClock,
        order: { ...payload, candidate },
      });
    },
    stop: () => stopped.abort(),
    close: () => control.close(),
  };
}

/** Texts by hash, each read once. */
function textReader(pool: pg.Pool): (hash: string) => Promise<string | null> {
  const known = new Map<string, Promise<string | null>>();
  const read = async (hash: string) => {
    const { rows } = await holdingOut(() =>
      pool.query<{ body: string }>('SELECT body FROM "Text" WHERE hash = $1', [hash]),
    );
    return rows[0]?.body ?? null;
  };
  return (hash) => {
    const text = known.get(hash) ?? read(hash);
    known.set(hash, text);
    return text;
  };
}
