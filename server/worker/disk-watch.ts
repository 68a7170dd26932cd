import { bytesWords, type DiskRoom, databaseRoom } from '@/server/db/disk-room';
import { diskFullWithin } from '@/server/ledger/database-fault';
import { logOf } from '@/server/observability/log';

/**
 * Whether the disk of the database has room, looked at every second: by its free bytes where it is on this machine, else by
 * whether it refused a write of this process. Runs are paused while it has none, before their writes have to wait.
 */
export interface DiskWatch {
  /** A sentence for the run's page while there is no room; null while there is. */
  noRoom(): string | null;
  /** Aborts when there is no room any more; each carried run takes a new one. */
  untilFull(): AbortSignal;
  close(): void;
}

const LOOK_MS = 1_000;
/** Longer than the pause between two tries of a refused write. */
const REFUSED_MS = 3_000;

export interface DiskSources {
  readonly room: () => DiskRoom | null;
  readonly wasRefused: () => boolean;
}

export function watchDisk(
  settings: { readonly databaseUrl: string; readonly dataDir: string },
  sources: DiskSources = {
    room: () => databaseRoom(settings),
    wasRefused: () => diskFullWithin(REFUSED_MS),
  },
): DiskWatch {
  let full = new AbortController();

  const noRoom = () => {
    const room = sources.room();
    if (room?.state !== 'full' && !sources.wasRefused()) return null;
    const left = room === null ? '' : ` (${bytesWords(room.freeBytes)} left)`;
    return `The disk of the database is full${left}. Nothing paid is lost. Free some space, then resume this run.`;
  };
  const look = () => {
    const sentence = noRoom();
    if (sentence === null) {
      if (full.signal.aborted) full = new AbortController();
      return;
    }
    if (full.signal.aborted) return;
    full.abort();
    logOf('worker').error({ sentence }, 'Runs are paused: the disk of the database is full.');
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  return { noRoom, untilFull: () => full.signal, close: () => clearInterval(timer) };
}
