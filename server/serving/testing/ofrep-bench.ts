import { manualClock } from '@/lib/testing/manual-clock';
import { openVanishingProxy, type VanishingProxy } from '@/server/adapters/testing/vanishing-proxy';
import { closeDb } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { makeListener } from '@/server/events/listener';
import { makeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { responseOf } from '../exchange';
import { makeExposureIds } from '../exposure-id';
import { makeFlagStore } from '../flag-store';
import { makeOfrepHandler } from '../ofrep-handler';
import { makeServing, type Serving } from '../serving';

/** The real handlers over a real Postgres that can be taken away, on a clock that a test moves. */
export interface OfrepBench {
  readonly database: TestDatabase;
  readonly proxy: VanishingProxy;
  /** Opens another serving process at each call. */
  openProcess(options?: { readonly perMinute?: number }): OfrepProcess;
  close(): Promise<void>;
}

export interface OfrepProcess {
  readonly serving: Serving;
  readonly handle: (request: Request) => Promise<Response>;
  readonly clock: ReturnType<typeof manualClock>;
  ask(path: string, options?: AskOptions): Promise<Asked>;
}

export interface AskOptions {
  readonly method?: string;
  readonly key?: string | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Asked {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any;
}

export const BENCH_SECRET = 'a secret of tests, thirty-two characters or more';
const QUERY_MS = 500;

export async function openOfrepBench(): Promise<OfrepBench> {
  const database = await createTestDatabase();
  asEnvironment(database);
  const url = new URL(database.url);
  const proxy = await openVanishingProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  const opened: (() => Promise<void>)[] = [];
  return {
    database,
    proxy,
    openProcess({ perMinute = 1_000_000 } = {}) {
      const pool = makeLedgerPool(url.toString(), 3, { queryMs: QUERY_MS });
      const listener = makeListener(url.toString());
      const store = makeFlagStore({ pool, listener, pollMs: 50 });
      const clock = manualClock();
      clock.advance(Date.now());
      const exposureIds = makeExposureIds(BENCH_SECRET);
      const ports = {
        pool,
        store,
        exposureIds,
        secret: BENCH_SECRET,
        evaluationsPerMinute: perMinute,
        clock,
      };
      const serving = makeServing(ports);
      opened.push(async () => {
        serving.streams.close();
        await serving.counts.close();
        store.close();
        await listener.close();
        await pool.end();
      });
      const handler = makeOfrepHandler(serving);
      const handle = async (request: Request) => responseOf(await handler(request));
      return { serving, handle, clock, ask: (path, options) => ask(handle, path, options) };
    },
    async close() {
      await proxy.comeBack();
      for (const end of opened) await end();
      await proxy.close();
      await closeDb();
      await database.close();
    },
  };
}

async function ask(handle: OfrepProcess['handle'], path: string, options: AskOptions = {}): Promise<Asked> {
  const { method = 'POST', key = null, body, headers = {} } = options;
  const sent = new Headers(headers);
  if (key !== null) sent.set('authorization', `Bearer ${key}`);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const hasBody = method !== 'GET' && body !== undefined;
  const request = new Request(`http://waggle.test${path}`, {
    method,
    headers: sent,
    ...(hasBody ? { body: text } : {}),
  });
  const response = await handle(request);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, headers: response.headers, json: isJson ? await response.json() : null };
}

export const FLAGS = '/ofrep/v1/evaluate/flags';
export const contextOf = (targetingKey?: string, more: object = {}) => ({
  context: { ...(targetingKey === undefined ? {} : { targetingKey }), ...more },
});
