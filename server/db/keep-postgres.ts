import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@/lib/errors/app-error';
import { releaseReserve, tendReserve } from '@/server/db/disk-reserve';
import { roomOf } from '@/server/db/disk-room';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@/server/db/embedded-postgres';
import { isPostgresAlive } from '@/server/db/postgres-process';

/**
 * Keeps the embedded Postgres running for as long as a start lives: one that dies is started again at the same
 * address, so that the processes that use it need only try again. On a full disk it releases the reserve, and a Postgres
 * that cannot be started there is tried again until there is room.
 */

const LOOK_MS = 300;
const NO_ROOM_MS = 2_000;

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
  let server = await startWithReserve(dataDir);
  const { url } = server;
  const ended = new AbortController();

  const tend = () => {
    if (tendReserve(dataDir))
      tell(`The disk that holds ${dataDir} is full: free some space. Runs are paused and nothing is lost.`);
  };
  /** Null when it is told to stop meanwhile. */
  const startAgain = async (): Promise<EmbeddedPostgres | null> => {
    for (let tries = 1; !ended.signal.aborted; tries += 1) {
      try {
        return await startWithReserve(dataDir);
      } catch (error) {
        if (!AppError.is(error, 'DISK_FULL')) throw error;
        if (tries === 1)
          tell(`${error.userMessage} The embedded Postgres is started again when there is room.`);
        await wait(NO_ROOM_MS);
      }
    }
    return null;
  };

  const watch = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      tend();
      if (!isPostgresAlive(server.pid)) {
        tell('The embedded Postgres ended and is started again.');
        const again = await startAgain();
        if (again === null) return;
        server = again;
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
      // A clean end writes; without room it could only be cut off.
      if (roomOf(dataDir).state === 'full') releaseReserve(dataDir);
      await server.stop();
    },
  };
}

/** A start on a full disk gets the room of the reserve. */
async function startWithReserve(dataDir: string): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres(dataDir);
  } catch (error) {
    if (!AppError.is(error, 'DISK_FULL') || !releaseReserve(dataDir)) throw error;
    return startEmbeddedPostgres(dataDir);
  }
}
