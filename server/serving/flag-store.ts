import type pg from 'pg';
import { flagKeyOf } from '@/lib/canary/ofrep';
import type { Flag } from '@/lib/domain/flag';
import { AppError } from '@/lib/errors/app-error';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import type { Listener } from '@/server/events/listener';
import { sharedListener } from '@/server/events/read-events';
import { logOf } from '@/server/observability/log';
import { systemClock } from '@/server/observability/system-clock';
import { FLAG_CHANNEL, readConfigVersions, readFlags } from '@/server/repositories/flags';
import { servingPool } from './serving-pool';

/**
 * The one reader of flags: all of a workspace in memory, read at first use, again at each note of a change and, should
 * a note be lost, at the next poll of the workspace's number. While Postgres is away the last known flags are given.
 * Readings of a workspace come one after the other, so none overtakes a newer one. Knows no HTTP and no rights.
 */
export interface WorkspaceFlags {
  readonly configVersion: number;
  /** Time of the newest change; zero before the first. */
  readonly changedAtMs: number;
  /** By the key that clients ask for. */
  readonly byKey: ReadonlyMap<string, Flag>;
  readonly bySlot: ReadonlyMap<string, Flag>;
}

export interface FlagStore {
  /** Waits for Postgres only the first time. @throws AppError DATABASE_UNAVAILABLE where nothing is known yet */
  flagsOf(workspaceId: string): Promise<WorkspaceFlags>;
  /** The same, not older than this number if Postgres says so in time. */
  flagsSince(workspaceId: string, configVersion: number): Promise<WorkspaceFlags>;
  /** Hears each change of a workspace after what is known now. */
  watch(workspaceId: string, hear: (flags: WorkspaceFlags) => void): FlagWatch;
  /** False while the last read failed. */
  readonly isFresh: boolean;
  /** Since Postgres last said that the flags here are those there; zero before the first question. */
  readonly unconfirmedMs: number;
  close(): void;
}

export interface FlagWatch {
  /** Null where nothing was read yet. */
  readonly now: WorkspaceFlags | null;
  leave(): void;
}

interface Kept {
  flags?: WorkspaceFlags;
  reading?: Promise<WorkspaceFlags> | undefined;
  /** Something may have changed since the reading began. */
  isDue: boolean;
  readonly hearers: Set<(flags: WorkspaceFlags) => void>;
}

interface Ports {
  readonly pool: pg.Pool;
  readonly listener: Listener;
  readonly pollMs?: number;
  readonly monotonicMs?: () => number;
}

const POLL_MS = 1_000;

export function makeFlagStore({
  pool,
  listener,
  pollMs = POLL_MS,
  monotonicMs = systemClock.monotonicMs,
}: Ports): FlagStore {
  const workspaces = new Map<string, Kept>();
  let isFresh = true;
  let isPolling = false;
  let confirmedAtMs: number | null = null;

  const keptOf = (workspaceId: string): Kept => {
    const known = workspaces.get(workspaceId) ?? { isDue: false, hearers: new Set() };
    workspaces.set(workspaceId, known);
    return known;
  };

  /** One reading at a time; a call made meanwhile gets a reading that began after the call. */
  function read(workspaceId: string): Promise<WorkspaceFlags> {
    const kept = keptOf(workspaceId);
    kept.isDue = true;
    kept.reading ??= readUntilCalm(workspaceId, kept).finally(() => {
      kept.reading = undefined;
    });
    return kept.reading;
  }

  async function readUntilCalm(workspaceId: string, kept: Kept): Promise<WorkspaceFlags> {
    for (;;) {
      kept.isDue = false;
      const flags = asMaps(await readFlags(pool, workspaceId));
      const known = kept.flags;
      kept.flags = flags;
      confirmedAtMs ??= monotonicMs();
      if (known !== undefined && known.configVersion !== flags.configVersion)
        for (const hear of kept.hearers) hear(flags);
      if (!kept.isDue) return flags;
    }
  }

  /** Runs a reading without a waiting caller: a failure is told once, and the flags stay as they are. */
  function readAside(work: Promise<unknown>): Promise<void> {
    return work.then(
      () => tellFreshness(true),
      (error: unknown) => tellFreshness(false, error),
    );
  }

  function tellFreshness(isGood: boolean, error?: unknown): void {
    if (isGood === isFresh) return;
    isFresh = isGood;
    const log = logOf('flags');
    if (isGood) log.info('Flags are read again.');
    else log.warn({ err: error }, 'Flags cannot be read now; the last known ones are given.');
  }

  async function poll(): Promise<void> {
    const known = [...workspaces].flatMap(([id, { flags }]) => (flags ? [[id, flags] as const] : []));
    if (known.length === 0) return;
    const versions = await readConfigVersions(
      pool,
      known.map(([id]) => id),
    );
    const changed = known.filter(([id, { configVersion }]) => (versions.get(id) ?? 0) !== configVersion);
    await Promise.all(changed.map(([id]) => read(id)));
    confirmedAtMs = monotonicMs();
  }

  const leave = listener.subscribe(FLAG_CHANNEL, (workspaceId) => {
    const due = workspaceId === null ? [...workspaces.keys()] : [workspaceId];
    for (const id of due) if (workspaces.has(id)) void readAside(read(id));
  });
  const timer = setInterval(() => {
    if (isPolling) return;
    isPolling = true;
    void readAside(poll()).then(() => {
      isPolling = false;
    });
  }, pollMs);
  timer.unref();

  const flagsOf = async (workspaceId: string) =>
    workspaces.get(workspaceId)?.flags ?? firstRead(read(workspaceId));
  return {
    flagsOf,
    async flagsSince(workspaceId, configVersion) {
      const known = await flagsOf(workspaceId);
      if (known.configVersion >= configVersion) return known;
      await readAside(read(workspaceId));
      return flagsOf(workspaceId);
    },
    watch(workspaceId, hear) {
      const { hearers, flags = null } = keptOf(workspaceId);
      hearers.add(hear);
      return { now: flags, leave: () => hearers.delete(hear) };
    },
    get isFresh() {
      return isFresh;
    },
    get unconfirmedMs() {
      return confirmedAtMs === null ? 0 : monotonicMs() - confirmedAtMs;
    },
    close() {
      clearInterval(timer);
      leave();
    },
  };
}

function asMaps({
  configVersion,
  changedAtMs,
  flags,
}: Awaited<ReturnType<typeof readFlags>>): WorkspaceFlags {
  return {
    configVersion,
    changedAtMs: changedAtMs ?? 0,
    byKey: new Map(flags.map((flag) => [flagKeyOf(flag), flag])),
    bySlot: new Map(flags.map((flag) => [flag.slotId, flag])),
  };
}

async function firstRead(reading: Promise<WorkspaceFlags>): Promise<WorkspaceFlags> {
  try {
    return await reading;
  } catch (error) {
    if (!isDatabaseGone(error)) throw error;
    const message =
      'The flags are not known yet, and the database does not answer. Try again in some seconds.';
    throw new AppError('DATABASE_UNAVAILABLE', message, { cause: error, retryAfterMs: 5000 });
  }
}

const kept = globalThis as typeof globalThis & { waggleFlagStore?: FlagStore | undefined };

/** The store of this process. */
export function flagStore(): FlagStore {
  kept.waggleFlagStore ??= makeFlagStore({ pool: servingPool(), listener: sharedListener() });
  return kept.waggleFlagStore;
}

export function closeFlagStore(): void {
  kept.waggleFlagStore?.close();
  kept.waggleFlagStore = undefined;
}
