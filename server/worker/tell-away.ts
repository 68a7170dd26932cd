import type pg from 'pg';
import { watchProvider } from '@/server/adapters/provider-models';
import { logOf } from '@/server/observability/log';
import type { ClaimedRun } from './claim-run';
import { watchEvaluator } from './run-evaluator';

/** Says on a run's row since when a provider or its evaluator does not answer, and no longer when it does again. */
export async function tellAway(pool: pg.Pool, claimed: ClaimedRun): Promise<() => void> {
  const { manifest, workspaceId, lease } = claimed;
  const away = new Map<string, string>();
  let lastWrite: Promise<unknown> = Promise.resolve();

  const write = () => {
    const reason = [...away.values()].join(' ') || null;
    const values = [lease.runId, lease.fence, reason];
    lastWrite = lastWrite
      .then(() => pool.query(SAY, values))
      .catch((error: Error) =>
        logOf('worker').warn({ runId: lease.runId, error: error.message }, 'The absence was not noted.'),
      );
  };

  const hear = (key: string, told: string, logged: object) => (sinceMs: number | null) => {
    if (sinceMs === null) away.delete(key);
    else away.set(key, sentence(told, sinceMs));
    logOf('worker').warn({ runId: lease.runId, ...logged, away: sinceMs !== null }, 'An upstream changed.');
    write();
  };

  const origins = new Map(Object.values(manifest.models).map((one) => [one.providerId, one.origin]));
  const leave = await Promise.all(
    [...origins].map(([providerId, origin]) =>
      watchProvider({ workspaceId, providerId, origin }, (name, sinceMs) =>
        hear(providerId, `The provider ${name} has not answered`, { provider: name })(sinceMs),
      ),
    ),
  );
  leave.push(
    watchEvaluator(manifest, (name, sinceMs) =>
      hear('evaluator', `The evaluator ${name} has given no score`, { evaluator: name })(sinceMs),
    ),
  );
  return () => {
    for (const one of leave) one();
  };
}

function sentence(told: string, sinceMs: number): string {
  const at = new Date(sinceMs).toISOString().slice(11, 16);
  return `${told} since ${at} UTC; the run waits and goes on by itself.`;
}

const SAY = `UPDATE "Run" SET "statusReason" = $3 WHERE id = $1 AND fence = $2 AND status = 'running'`;
