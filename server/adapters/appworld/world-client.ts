import {
  executionOf,
  READERS,
  REQUESTS,
  WORLD_SETTINGS,
  type WorldRequest,
  type WorldSettings,
} from '@/lib/environments/appworld/protocol';
import type { Said, World, WorldFault, WorldTask } from '@/lib/environments/appworld/world';
import { addressRefusal } from '@/server/adapters/error-causes';
import { guardedConnection } from '@/server/adapters/guarded-fetch';

/** One AppWorld environment server over HTTP. It holds one task at a time, so one client serves one rollout at a time. */
export interface WorldClient extends World {
  health(signal?: AbortSignal): Promise<Said<null>>;
  /** A task without its world. */
  show(taskId: string): Promise<Said<WorldTask>>;
  /** The evaluation as a text for people. */
  report(): Promise<Said<string>>;
  saveState(stateId: string): Promise<Said<string>>;
  loadState(stateId: string): Promise<Said<null>>;
  /** On the server's own disk. */
  saveLogs(): Promise<Said<null>>;
  closeAll(): Promise<Said<null>>;
  disconnect(): Promise<void>;
}

export interface WorldClientSettings {
  /** Without a path. */
  readonly url: string;
  readonly allowedAddresses: readonly string[];
  readonly world?: Partial<WorldSettings>;
  readonly times?: Partial<WorldTimes>;
  /** Ends every request. */
  readonly signal?: AbortSignal;
}

export interface WorldTimes {
  readonly healthMs: number;
  /** Added to the seconds that the server gives to an execution, so that the server is the one who ends it. */
  readonly executionMarginMs: number;
  /** All other requests: a server loads its tables with the first task. */
  readonly requestMs: number;
}

export const WORLD_TIMES: WorldTimes = { healthMs: 5_000, executionMarginMs: 20_000, requestMs: 180_000 };
const CONNECTIONS = 2;

type Reader<T> = (status: number, body: string) => Said<T>;

export function makeWorldClient(settings: WorldClientSettings): WorldClient {
  const connection = guardedConnection(CONNECTIONS, settings.allowedAddresses);
  const world: WorldSettings = { ...WORLD_SETTINGS, ...settings.world };
  const times = { ...WORLD_TIMES, ...settings.times };
  const executionMs = world.timeout_seconds * 1000 + times.executionMarginMs;
  let held: string | null = null;

  async function send<T>(
    { method, path, body }: WorldRequest,
    read: Reader<T>,
    {
      ms = times.requestMs,
      signal = settings.signal,
    }: { ms?: number; signal?: AbortSignal | undefined } = {},
  ): Promise<Said<T>> {
    const limit = AbortSignal.timeout(ms);
    const both = signal === undefined ? limit : AbortSignal.any([limit, signal]);
    try {
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const init = {
        method,
        headers,
        signal: both,
        ...(body === null ? {} : { body: JSON.stringify(body) }),
      };
      const reply = await connection.fetch(new URL(path, settings.url), init);
      return read(reply.status, await reply.text());
    } catch (error) {
      signal?.throwIfAborted();
      const refusal = addressRefusal(error);
      if (refusal !== null) throw refusal;
      return faulty(limit.aborted ? 'late' : 'away');
    }
  }

  /** Requests on the task that this client initialised. */
  async function onTask<T>(
    request: (taskId: string) => WorldRequest,
    read: Reader<T>,
    ms?: number,
  ): Promise<Said<T>> {
    if (held === null) return faulty('notInitialized');
    return send(request(held), read, { ms: ms ?? times.requestMs });
  }

  return {
    async health(signal = settings.signal) {
      const said = await send(REQUESTS.health(), READERS.health, { ms: times.healthMs, signal });
      return said.ok ? { ok: true, value: null } : said;
    },
    show: (taskId) => send(REQUESTS.task(taskId), READERS.task),
    async initialize(taskId) {
      held = null;
      const begun = await send(REQUESTS.initialize(taskId, world), READERS.task);
      if (begun.ok) held = taskId;
      return begun;
    },
    async execute(code) {
      const said = await onTask((taskId) => REQUESTS.execute(taskId, code), READERS.text, executionMs);
      return said.ok ? { ok: true, value: executionOf(said.value) } : said;
    },
    taskCompleted: () => onTask(REQUESTS.taskCompleted, READERS.flag),
    evaluate: () => onTask(REQUESTS.evaluate, READERS.evaluation),
    report: () => onTask(REQUESTS.report, READERS.text),
    saveState: (stateId) => onTask((taskId) => REQUESTS.saveState(taskId, stateId), READERS.text),
    loadState: (stateId) => onTask((taskId) => REQUESTS.loadState(taskId, stateId), READERS.done),
    saveLogs: () => onTask(REQUESTS.saveLogs, READERS.done),
    async close() {
      const said = await onTask(REQUESTS.close, READERS.done);
      if (said.ok) held = null;
      return said;
    },
    async closeAll() {
      held = null;
      // A server that is busy with an execution that was given up does not answer: its pool replaces it.
      return send(REQUESTS.closeAll(), READERS.done, { ms: times.healthMs });
    },
    disconnect: connection.close,
  };
}

const faulty = (kind: WorldFault['kind']): { readonly ok: false; readonly fault: WorldFault } => ({
  ok: false,
  fault: { kind, status: null },
});
