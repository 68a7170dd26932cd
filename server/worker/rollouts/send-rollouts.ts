import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import type { RolloutOrder, RolloutSpread } from '@/lib/ports/rollout-spread';
import type { Listener } from '@/server/events/listener';
import {
  openRolloutQueue,
  ROLLOUT_CHANNEL,
  type RolloutPayload,
  type RolloutVerdict,
  readRollouts,
  sendRollouts,
  tellRollouts,
} from '@/server/jobs/rollout-jobs';
import { holdingOut } from '@/server/ledger/database-fault';
import { groupCommit } from '@/server/ledger/group-commit';
import type { RunLease } from '@/server/ledger/lease';
import { storeText } from '@/server/ledger/texts';
import { makeLookOut } from './look-out';

/**
 * The sender's side of spread rollouts: jobs are sent in batches, and their ends are received by notification, or by
 * polling every other second in case one was lost; at most one look in 200 ms, whatever the number of rollouts.
 *
 * When the run pauses or its worker closes, the helpers are told to stop, unclaimed rollouts are withdrawn, and the
 * rest is awaited: an answer in flight must be in the journal before the run is given away.
 */
export interface SendingParts {
  readonly pool: pg.Pool;
  readonly queue: PgBoss;
  readonly listener: Listener;
  readonly lease: RunLease;
  /** Queue of the rollouts. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** Answers of this lease are refused, so none is awaited. */
  isLeaseLost(): boolean;
}

export interface SendingRollouts extends RolloutSpread {
  close(): Promise<void>;
}

const LOOK_MS = 2_000;
/** Withdrawals send no notification, so a stopping run polls faster. */
const LOOK_MS_STOPPING = 200;

type End = 'over' | 'interrupted';

interface Pending {
  readonly payload: RolloutPayload;
  readonly resolve: (end: End) => void;
  readonly reject: (error: unknown) => void;
}

export async function sendingRollouts(parts: SendingParts): Promise<SendingRollouts> {
  const { pool, queue, name, lease, signal } = parts;
  await openRolloutQueue(queue, name);
  const desk = makeDesk(parts);
  const lookOut = makeLookOut(
    () => desk.look().catch(desk.giveUp),
    () => (signal.aborted ? LOOK_MS_STOPPING : LOOK_MS),
  );
  const leave = parts.listener.subscribe(ROLLOUT_CHANNEL, (word) => {
    if (word === null || word === `over ${lease.runId}`) lookOut.wake();
  });
  signal.addEventListener('abort', lookOut.wake);
  return {
    async carry(order) {
      const payload = await payloadOf(pool, lease, order);
      const ended = new Promise<End>((resolve, reject) => {
        desk.post({ payload, resolve, reject }).catch(reject);
      });
      return ended;
    },
    async close() {
      signal.removeEventListener('abort', lookOut.wake);
      leave();
      await lookOut.close();
    },
  };
}

/** Rollouts that were sent, and how they end. */
function makeDesk(parts: SendingParts) {
  const { pool, queue, name, lease, signal } = parts;
  const pending = new Map<string, Pending>();
  const send = groupCommit((payloads: readonly RolloutPayload[]) =>
    holdingOut(async () => {
      const ids = await sendRollouts(queue, name, payloads);
      await tellRollouts(pool, `sent ${name}`);
      return ids;
    }),
  );

  async function post(one: Pending): Promise<void> {
    pending.set(await send(one.payload), one);
  }

  function dismiss(): void {
    for (const { resolve } of pending.values()) resolve('interrupted');
    pending.clear();
  }

  /** A helper that closes gives its rollout back, and the next helper continues it. */
  async function settle(one: Pending, end: RolloutVerdict): Promise<void> {
    if (end !== 'interrupted') one.resolve('over');
    else if (signal.aborted) one.resolve('interrupted');
    else await post(one);
  }

  return {
    post,
    async look(): Promise<void> {
      // Answers under this lease are refused now, so there is nothing to wait for.
      if (signal.aborted && parts.isLeaseLost()) dismiss();
      if (pending.size === 0) return;
      if (signal.aborted) await tellRollouts(pool, `stop ${lease.runId}/${lease.fence}`);
      const states = await holdingOut(() => readRollouts(pool, name, [...pending.keys()]));
      const untaken = states.filter(({ at }) => at === 'waiting').map(({ id }) => id);
      if (signal.aborted && untaken.length > 0) await queue.cancel(name, untaken);
      for (const { id, at, end } of states) {
        const one = at === null ? pending.get(id) : undefined;
        if (!one) continue;
        pending.delete(id);
        await settle(one, end);
      }
    },
    giveUp(error: unknown): void {
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    },
  };
}

async function payloadOf(
  pool: pg.Pool,
  { runId, fence }: RunLease,
  { candidate, ...order }: RolloutOrder,
): Promise<RolloutPayload> {
  // A playbook is stored once, whatever the number of rollouts that use it.
  const textHash = await holdingOut(() => storeText(pool, candidate.text));
  return {
    ...order,
    runId,
    fence,
    candidateHash: candidate.hash,
    textHash,
    extra: order.extra as RolloutPayload['extra'],
  };
}
