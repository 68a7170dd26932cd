import type pg from 'pg';
import { watchProvider } from '@/server/adapters/provider-models';
import { logOf } from '@/server/observability/log';
import type { ClaimedRun } from './claim-run';

/** Says on a run's row since when a provider of it does not answer, and takes the word back when it does again. */
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

  const origins = new Map(Object.values(manifest.models).map((one) => [one.providerId, one.origin]));
  const leave = await Promise.all(
    [...origins].map(([providerId, origin]) =>
      watchProvider({ workspaceId, providerId, origin }, (name, sinceMs) => {
        if (sinceMs === null) away.delete(providerId);
        else away.set(providerId, sentence(name, sinceMs));
        logOf('worker').warn(
          { runId: lease.runId, provider: name, away: sinceMs !== null },
          'A provider changed.',
        );
        write();
      }),
    ),
  );
  return () => {
    for (const one of leave) one();
  };
}

function sentence(name: string, sinceMs: number): string {
  const at = new Date(sinceMs).toISOString().slice(11, 16);
  return `The provider ${name} has not answered since ${at} UTC; the run waits and goes on by itself.`;
}

const SAY = `UPDATE "Run" SET "statusReason" = $3 WHERE id = $1 AND fence = $2 AND status = 'running'`;
