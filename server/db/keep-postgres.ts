import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@/lib/errors/app-error';
import { startEmbeddedPostgres } from '@/server/db/embedded-postgres';
import { isPostgresAlive } from '@/server/db/postgres-process';

/**
 * Keeps the embedded Postgres running for as long as a start lives: one that dies is started again at the same
 * address, so that the processes that use it need only try again.
 */

const LOOK_MS = 300;

export interface KeptPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

export interface KeepOptions {
  readonly tell: (sentence: string) => void;
  /** Called once when it cannot be started again. */
  readonly onLost: (error: AppError) => void;
}

export async function keepPostgres(dataDir: string, { tell, onLost }: KeepOptions): Promise<KeptPostgres> {
  let server = await startEmbeddedPostgres(dataDir);
  const { url } = server;
  const ended = new AbortController();

  const watch = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      if (!isPostgresAlive(server.pid)) {
        tell('The embedded Postgres ended and is started again.');
        server = await startEmbeddedPostgres(dataDir);
        if (server.url !== url)
          throw new AppError(
            'DATABASE_UNAVAILABLE',
            'The port of the embedded Postgres was taken by another program: start Waggle again.',
          );
      }
      await wait(LOOK_MS);
    }
  };
  const watching = watch().catch((error: unknown) => {
    onLost(
      AppError.is(error)
        ? error
        : new AppError('DATABASE_UNAVAILABLE', 'The embedded Postgres is lost: start Waggle again.', {
            cause: error,
          }),
    );
  });

  return {
    url,
    stop: async () => {
      ended.abort();
      // A restart under way ends first, so that it is not left running.
      await watching;
      await server.stop();
    },
  };
}
