import OpenAI, { APIError } from 'openai';
import { log } from '@/server/observability/log';
import { type GuardedConnection, guardedConnection } from './guarded-fetch';
import { ProviderHealth } from './provider-health';
import { type LimiterSettings, ProviderLimiter } from './provider-limiter';
import { systemTicker, type Ticker } from './ticker';

/**
 * One provider as this process reaches it: one client, one pool of connections, one limiter, whichever run asks.
 * Kept by provider, made anew when address, key or headers change; limits change in place.
 */
export interface ProviderSettings extends LimiterSettings {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxAttempts: number;
}

export interface ProviderConnection {
  readonly settings: ProviderSettings;
  readonly client: OpenAI;
  readonly limiter: ProviderLimiter;
  readonly health: ProviderHealth;
  /** Whether anybody answers there, whatever is said. Asks for the list of models, which costs nothing. */
  knock(): Promise<boolean>;
  readonly ticker: Ticker;
  close(): Promise<void>;
}

const KNOCK_MS = 10_000;

export function connectProvider(
  settings: ProviderSettings,
  allowedAddresses: readonly string[],
  shared: {
    readonly ticker?: Ticker;
    readonly limiter?: ProviderLimiter;
    readonly health?: ProviderHealth;
  } = {},
): ProviderConnection {
  const ticker = shared.ticker ?? systemTicker;
  const connection: GuardedConnection = guardedConnection(settings.concurrency, allowedAddresses);
  const client = new OpenAI({
    baseURL: settings.baseUrl,
    // The client insists on a key; endpoints without one get no Authorization header.
    apiKey: settings.apiKey ?? 'none',
    organization: null,
    project: null,
    defaultHeaders: { ...settings.headers, ...(settings.apiKey === null ? { authorization: null } : {}) },
    maxRetries: 0,
    timeout: settings.timeoutMs,
    fetch: connection.fetch,
    logLevel: 'off',
  });
  const limiter = shared.limiter ?? new ProviderLimiter(settings, ticker);
  const health = shared.health ?? new ProviderHealth(settings.name, ticker);
  const knock = () =>
    client.models.list({ timeout: KNOCK_MS }).then(
      () => true,
      (error: unknown) => error instanceof APIError && error.status !== undefined && error.status < 500,
    );
  return { settings, client, limiter, health, knock, ticker, close: connection.close };
}

const connections = new Map<string, { readonly reach: string; readonly connection: ProviderConnection }>();

let askForShare: (() => void) | null = null;

/** The limiters of this process by provider. */
export function sharedLimiters(): ReadonlyMap<string, ProviderLimiter> {
  return new Map([...connections].map(([id, { connection }]) => [id, connection.limiter]));
}

/**
 * Shares each provider's limits with other processes from now on: no call is sent before a share was given.
 * `ask` is called when a call waits for one. Returns how to end it.
 */
export function shareProviders(ask: () => void): () => void {
  askForShare = ask;
  for (const limiter of sharedLimiters().values()) limiter.awaitShare(ask);
  return () => {
    if (askForShare !== ask) return;
    askForShare = null;
    for (const limiter of sharedLimiters().values()) limiter.stopSharing();
  };
}

/** The connection that all runs of this process share. */
export function sharedConnection(settings: ProviderSettings, allowed: readonly string[]): ProviderConnection {
  const reach = JSON.stringify([settings, allowed]);
  const known = connections.get(settings.id);
  if (known?.reach === reach) return known.connection;
  known?.connection.limiter.configure(settings);
  const isSamePlace = known?.connection.settings.baseUrl === settings.baseUrl;
  const shared = known
    ? { limiter: known.connection.limiter, ...(isSamePlace ? { health: known.connection.health } : {}) }
    : {};
  const connection = connectProvider(settings, allowed, shared);
  if (!known && askForShare) connection.limiter.awaitShare(askForShare);
  connections.set(settings.id, { reach, connection });
  // Calls in flight on the former one end by themselves; closing waits for them.
  known?.connection
    .close()
    .catch((error: unknown) => log().warn({ err: error }, 'closing a connection pool failed'));
  return connection;
}
