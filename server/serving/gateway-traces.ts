import { bucketOf } from '@/lib/canary/bucketing';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import type { AnswerTold } from '@/lib/traces/read-gateway';
import { logOf } from '@/server/observability/log';
import { metrics } from '@/server/observability/metrics';
import type { ReceivedParts } from '@/server/repositories/trace-parts';
import type { Side } from './gateway-call';
import { type MirrorQueue, makeMirrorQueue, type Ticket } from './mirror-queue';
import type { ReceiveThreads } from './traces/receive-threads';
import type { KeepingPolicy } from './traces/receive-work';
import { makeWriteBehind } from './write-behind';

/**
 * Requests of slots on their way to becoming traces. Whether one is kept is decided when it comes in; it is scrubbed, in a
 * thread, and stored after its answer, so no caller waits for any of it. Where there is no room for more, as while Postgres
 * is away for long, further requests become no traces and are counted.
 */
export interface GatewayTraces {
  /** Null = this request becomes no trace. A keeping must be started. */
  choose(asked: TraceAsked): Keeping | null;
  /** Requests that are answered, or wait to be written. */
  readonly underWay: number;
  close(): Promise<void>;
}

export interface TraceAsked {
  readonly requestId: string;
  readonly flag: { readonly slotId: string };
  readonly view: { readonly traceShare: number };
  readonly bytes: number;
}

export interface Keeping {
  /** Keeps the request once its answer is known. Never rejects. */
  start(kept: KeptRequest): void;
}

export interface KeptRequest extends Omit<AnswerTold, 'traceId' | keyof Side | 'latencyMs'> {
  readonly workspaceId: string;
  /** As it was sent to the provider: JSON. */
  readonly body: string;
  readonly answered: Promise<Side>;
}

interface Waiting {
  readonly workspaceId: string;
  readonly text: string;
  readonly ticket: Ticket;
}

interface Ports {
  readonly threads: Pick<ReceiveThreads, 'receive'>;
  readonly policyOf: (workspaceId: string) => Promise<KeepingPolicy>;
  readonly save: (parts: ReceivedParts) => Promise<void>;
  readonly room?: MirrorQueue;
  readonly flushMs?: number;
}

/** A request larger than this is not kept. */
const BYTES_MAX = 1_000_000;
const ROOM = { atOnce: 1, requests: 4_000, bytes: 64_000_000 };
const FLUSH_MS = 500;
const BATCH = 50;

export function makeGatewayTraces({ flushMs = FLUSH_MS, room = makeMirrorQueue(ROOM), ...ports }: Ports) {
  const behind = makeWriteBehind<Waiting>({
    ...{ flushMs, batch: BATCH, away: 'Requests of slots cannot be stored as traces now and wait.' },
    write: (batch) => storeAll(batch, ports),
  });

  async function carry(ticket: Ticket, traceId: string, kept: KeptRequest): Promise<void> {
    const { workspaceId, body, answered, ...about } = kept;
    const { text: _text, latencyMs, failure, ...said } = await answered;
    const hasNothing = failure === 'left' && said.message.text === '';
    if (failure === 'tooLong' || hasNothing) {
      count(failure === 'tooLong' ? 'tooLarge' : 'left', 1);
      ticket.release();
      return;
    }
    const told: AnswerTold = { ...about, ...said, traceId, failure, latencyMs: latencyMs ?? 0 };
    // The body is JSON already.
    behind.add({ workspaceId, text: `{"request":${body},"told":${JSON.stringify(told)}}`, ticket });
  }

  return {
    choose({ requestId, flag, view, bytes }) {
      const { traceShare } = view;
      if (traceShare < 1 && bucketOf(`trace.${flag.slotId}`, requestId) >= traceShare) return null;
      const ticket = bytes > BYTES_MAX ? null : room.admit(bytes);
      if (ticket === null) {
        count(bytes > BYTES_MAX ? 'tooLarge' : 'noRoom', 1);
        return null;
      }
      return {
        start: (kept) =>
          void carry(ticket, requestId.replaceAll('-', ''), kept).catch(() => ticket.release()),
      };
    },
    get underWay() {
      return room.underWay;
    },
    close: behind.close,
  } satisfies GatewayTraces;
}

async function storeAll(batch: readonly Waiting[], ports: Pick<Ports, 'threads' | 'policyOf' | 'save'>) {
  for (const workspaceId of new Set(batch.map((one) => one.workspaceId))) {
    const own = batch.filter((one) => one.workspaceId === workspaceId);
    await store(workspaceId, own, ports).catch((err: unknown) => {
      if (isDatabaseGone(err)) throw err;
      count('broken', own.length);
      logOf('gateway').error({ err, workspaceId }, 'Requests of slots could not be stored as traces.');
    });
  }
  for (const { ticket } of batch) ticket.release();
}

/** A request that the policy refuses or drops is not kept; its caller was answered all the same. */
async function store(
  workspaceId: string,
  own: readonly Waiting[],
  { threads, policyOf, save }: Pick<Ports, 'threads' | 'policyOf' | 'save'>,
): Promise<void> {
  const { privacy, keepsContent } = await policyOf(workspaceId);
  const policy: KeepingPolicy = { keepsContent, privacy: privacy === 'refuse' ? 'drop' : privacy };
  const body = new TextEncoder().encode(`[${own.map(({ text }) => text).join(',')}]`);
  const work = { door: 'gateway', encoding: 'json', isGzip: false, body, policy, workspaceId } as const;
  const { source, parts, rejected } = await threads.receive(work);
  if (parts.length > 0) await save({ workspaceId, source, parts });
  count('kept', parts.length);
  count('private', rejected);
}

const count = (outcome: string, requests: number) => metrics().gatewayTraces.inc({ outcome }, requests);
