import { setTimeout as wait } from 'node:timers/promises';
import type { Shown } from '@/e2e/support/pages';
import { type Ask, askAs } from './ask';
import { type AskedAnswer, askedAnswers } from './asked-answers';
import { idsOf } from './shown-ids';

/** How long a started product takes to answer the requests of its pages, over HTTP, one request at a time. */
export interface MeasuredAnswer {
  readonly name: string;
  readonly path: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** The very first answer, without help of any cache of the process. */
  readonly firstMs: number;
  readonly bytes: number;
  readonly status: number;
}

export interface HowMeasured {
  /** How often each is requested. */
  readonly times?: number;
  /** Requests that it refuses are left out. */
  readonly only?: (answer: AskedAnswer) => boolean;
  readonly tell?: (measured: MeasuredAnswer) => void;
}

const TIMES = 20;
/** A request without an answer after this long counts as failed: status 0. */
const LIMIT_MS = 60_000;

/**
 * `shown.runIds[0]` is the long run; the others have ended and share a split. A key begins with `wgl_`;
 * everything else is sent as the cookie of a signed-in person, the only one who can open pages.
 */
export async function measureServerAnswers(
  baseUrl: string,
  cookieOrKey: string,
  shown: Shown,
  { times = TIMES, only = () => true, tell = () => undefined }: HowMeasured = {},
): Promise<readonly MeasuredAnswer[]> {
  const ask = askAs(baseUrl, cookieOrKey);
  const rows: MeasuredAnswer[] = [];
  for (const asked of askedAnswers(shown, await idsOf(ask, shown)).filter(only)) {
    const given: Given[] = [];
    for (let turn = 0; turn < times; turn += 1) given.push(await timed(ask, asked));
    const row = measured(asked, given);
    tell(row);
    rows.push(row);
  }
  return rows;
}

interface Given {
  readonly ms: number;
  readonly bytes: number;
  readonly status: number;
}

function measured({ name, path }: AskedAnswer, given: readonly Given[]): MeasuredAnswer {
  // With few answers, the very first would be the p95.
  const counted = given.length > 1 && given.length < TIMES ? given.slice(1) : given;
  const inOrder = counted.map(({ ms }) => ms).sort((one, other) => one - other);
  const at = (share: number) => inOrder[Math.ceil(share * inOrder.length) - 1] ?? 0;
  const [first] = given;
  const worst = given.reduce((found, { status }) => Math.max(found, status), 0);
  return {
    ...{ name, path, p50Ms: at(0.5), p95Ms: at(0.95), firstMs: first?.ms ?? 0 },
    ...{ bytes: first?.bytes ?? 0, status: worst },
  };
}

const TURNS_MAX = 20;

/** Repeats a rate-limited request after the wait that the server names, which is not counted. */
async function timed(ask: Ask, asked: AskedAnswer): Promise<Given> {
  for (let turn = 0; ; turn += 1) {
    const begun = performance.now();
    const { response, bytes } = await given(ask, asked);
    const ms = performance.now() - begun;
    if (response?.status !== 429 || turn === TURNS_MAX) return { ms, bytes, status: response?.status ?? 0 };
    await wait(1_000 * Number(response.headers.get('retry-after') ?? 1));
  }
}

async function given(ask: Ask, { path, kind }: AskedAnswer): Promise<{ response?: Response; bytes: number }> {
  const leaving = new AbortController();
  const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(LIMIT_MS)]);
  try {
    const response = await ask(path, signal);
    const bytes = kind === 'file' ? await firstBytes(response) : (await response.arrayBuffer()).byteLength;
    return { response, bytes };
  } catch (error) {
    if (signal.aborted || error instanceof TypeError) return { bytes: 0 };
    throw error;
  } finally {
    leaving.abort();
  }
}

async function firstBytes(response: Response): Promise<number> {
  const reader = response.body?.getReader();
  const first = await reader?.read();
  return first?.value?.byteLength ?? 0;
}
