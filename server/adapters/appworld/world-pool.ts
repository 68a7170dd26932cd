import type { Said, WorldFault } from '@/lib/environments/appworld/world';
import { systemTicker, type Ticker, wait } from '@/server/adapters/ticker';
import { isPortFree } from '@/server/config/ports';
import { type ServerProcess, type ServerStart, startServer } from './server-process';
import { makeWorldClient, type WorldClient, type WorldClientSettings } from './world-client';

/**
 * Servers for rollouts, one world each: leased to one rollout at a time, started on demand, looked at before each lease,
 * and replaced once they crash or do not let go of a task. Servers that others run are leased alike, but never started.
 */
export interface WorldPool {
  /** Waits for a free server. A fault where it cannot be started or reached. @throws the signal's reason */
  lease(signal?: AbortSignal): Promise<Said<WorldLease>>;
  /** Ends all servers that this pool started. */
  close(): Promise<void>;
}

export interface WorldLease {
  readonly url: string;
  /** Null where others run the server. */
  readonly pid: number | null;
  readonly world: WorldClient;
  release(): Promise<void>;
}

export type WorldServers =
  | {
      readonly kind: 'addresses';
      readonly urls: readonly string[];
      readonly allowedAddresses: readonly string[];
    }
  /** `{port}` in an argument is the port of the server. */
  | ({ readonly kind: 'command'; readonly ports: readonly number[] } & ServerStart);

export interface WorldPoolSettings {
  readonly servers: WorldServers;
  /** Why a server of this pool is not there. */
  readonly tell: (sentence: string) => void;
  readonly client?: Pick<WorldClientSettings, 'world' | 'times'>;
  readonly startMs?: number;
  readonly ticker?: Ticker;
}

interface Place {
  readonly url: string;
  readonly port: number | null;
  server: ServerProcess | null;
}

const LOOPBACK = '127.0.0.1';
const START_MS = 120_000;
const POLL_MS = 100;
const AWAY: WorldFault = { kind: 'away', status: null };

export function makeWorldPool(settings: WorldPoolSettings): WorldPool {
  const { servers, tell, client = {}, startMs = START_MS, ticker = systemTicker } = settings;
  const closed = new AbortController();
  const allowedAddresses = servers.kind === 'addresses' ? servers.allowedAddresses : [LOOPBACK];
  const places = placesOf(servers);
  const free = [...places];
  const waiting: ((place: Place) => void)[] = [];

  function take(signal: AbortSignal): Promise<Place> {
    signal.throwIfAborted();
    const place = free.shift();
    if (place !== undefined) return Promise.resolve(place);
    return new Promise((resolve, reject) => {
      const enter = (given: Place) => {
        signal.removeEventListener('abort', leave);
        resolve(given);
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(enter);
    });
  }

  /** To the end of the line, so that a server that is away is not leased again while others are there. */
  function putBack(place: Place): void {
    const next = waiting.shift();
    if (next === undefined) free.push(place);
    else next(place);
  }

  async function lease(given?: AbortSignal): Promise<Said<WorldLease>> {
    const signal = given === undefined ? closed.signal : AbortSignal.any([given, closed.signal]);
    const place = await take(signal);
    const world = makeWorldClient({ ...client, url: place.url, allowedAddresses, signal: closed.signal });
    const giveUp = async () => {
      await world.disconnect();
      // The pool may have been closed while the server was starting.
      if (closed.signal.aborted) await endServer(place);
      putBack(place);
    };
    try {
      const isReady =
        servers.kind === 'addresses' ? (await world.health(signal)).ok : await isUp(place, world, signal);
      if (isReady) return { ok: true, value: leaseOf(place, world) };
      await giveUp();
      return { ok: false, fault: AWAY };
    } catch (error) {
      await giveUp();
      throw error;
    }
  }

  async function isUp(place: Place, world: WorldClient, signal: AbortSignal): Promise<boolean> {
    if (place.server !== null && !place.server.ended.aborted && (await world.health(signal)).ok) return true;
    await endServer(place);
    return servers.kind === 'command' && start(place, servers, { world, signal });
  }

  async function start(
    place: Place,
    command: ServerStart,
    { world, signal }: { readonly world: WorldClient; readonly signal: AbortSignal },
  ): Promise<boolean> {
    const port = place.port ?? 0;
    // A stranger at the port would answer the look in the place of our server.
    if (!(await isPortFree(port))) return without(`Another process has port ${port}.`);
    const argv = command.argv.map((part) => part.replaceAll('{port}', String(port)));
    place.server = await startServer({ ...command, argv });
    if (place.server === null) return without(`${argv[0]} cannot be started.`);
    const { ended } = place.server;
    const deadline = ticker.monotonicMs() + startMs;
    try {
      while (!ended.aborted && ticker.monotonicMs() < deadline) {
        if ((await world.health(AbortSignal.any([signal, ended]))).ok) return true;
        await wait(ticker, POLL_MS, signal);
      }
    } catch (error) {
      if (!ended.aborted) throw error;
    }
    signal.throwIfAborted();
    await endServer(place);
    return without(`The server at port ${port} ended, or gave no answer, after its start.`);
  }

  function without(sentence: string): false {
    tell(sentence);
    return false;
  }

  function leaseOf(place: Place, world: WorldClient): WorldLease {
    let isReleased = false;
    return {
      ...{ url: place.url, pid: place.server?.pid ?? null, world },
      async release() {
        if (isReleased) return;
        isReleased = true;
        const letGo = closed.signal.aborted ? null : await world.closeAll().catch(() => null);
        await world.disconnect();
        if (!letGo?.ok) await endServer(place);
        putBack(place);
      },
    };
  }

  return {
    lease,
    async close() {
      closed.abort(new Error('The pool of AppWorld servers is closed.'));
      await Promise.all(places.map(endServer));
    },
  };
}

function placesOf(servers: WorldServers): readonly Place[] {
  if (servers.kind === 'addresses') return servers.urls.map((url) => ({ url, port: null, server: null }));
  return servers.ports.map((port) => ({ url: `http://${LOOPBACK}:${port}`, port, server: null }));
}

async function endServer(place: Place): Promise<void> {
  const { server } = place;
  place.server = null;
  await server?.end();
}
