import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { logOf } from '@/server/observability/log';

/**
 * One connection that listens for a process, shared by everybody who watches. It connects when the first one comes,
 * connects again when it is lost, and tells its watchers on every connection that they may have missed something.
 * Knows nothing of what the notes mean.
 */
export interface Listener {
  /** `hear` gets each payload of the channel, and null when some may have been missed. Gives back the way to leave. */
  subscribe(channel: string, hear: (payload: string | null) => void): () => void;
  readonly isConnected: boolean;
  close(): Promise<void>;
}

type Hear = (payload: string | null) => void;

const RETRY_MS = [200, 500, 1_000, 2_000, 5_000];

export function makeListener(databaseUrl: string): Listener {
  const hearers = new Map<string, Set<Hear>>();
  let client: pg.Client | undefined;
  let isClosed = false;
  let isStarted = false;
  /** One statement at a time: a connection takes no second one before it has answered the first. */
  let settled: Promise<unknown> = Promise.resolve();

  const tellAll = () => {
    for (const channel of hearers.values()) for (const hear of channel) hear(null);
  };

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    fresh.on('notification', ({ channel, payload }) => {
      for (const hear of hearers.get(channel) ?? []) hear(payload ?? '');
    });
    fresh.on('error', (error) =>
      logOf('events').warn({ error: error.message }, 'The listening connection was lost.'),
    );
    await fresh.connect();
    return fresh;
  }

  /** A connection that cannot listen is given up, and the next one listens to every channel. */
  function listen(open: pg.Client, channel: string): void {
    settled = settled
      .then(() => open.query(`LISTEN ${pg.escapeIdentifier(channel)}`))
      .then(tellAll, () => open.end());
  }

  /** Stays for as long as anybody listens. */
  async function keepConnected(): Promise<void> {
    for (let attempt = 0; !isClosed; attempt += 1) {
      try {
        const fresh = await connect();
        const ended = new Promise<void>((resolve) => fresh.once('end', () => resolve()));
        client = fresh;
        attempt = 0;
        for (const channel of hearers.keys()) listen(fresh, channel);
        await ended;
      } catch (error) {
        if (isClosed) return;
        logOf('events').warn(
          { error: (error as Error).message },
          'Listening is not possible now; polling goes on.',
        );
      }
      client = undefined;
      if (!isClosed) await wait(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)], undefined, { ref: false });
    }
  }

  return {
    subscribe(channel, hear) {
      const all = hearers.get(channel) ?? new Set<Hear>();
      const isNew = !hearers.has(channel);
      hearers.set(channel, all.add(hear));
      if (isNew && client) listen(client, channel);
      if (!isStarted) void keepConnected();
      isStarted = true;
      return () => all.delete(hear);
    },
    get isConnected() {
      return client !== undefined;
    },
    async close() {
      isClosed = true;
      await client?.end();
    },
  };
}
