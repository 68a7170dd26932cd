import { fromPrisma, type PgBoss, type QueueOptions } from 'pg-boss';
import { z } from 'zod';
import { identifier } from '@/lib/contracts/identifier';
import type { Prisma } from '@/server/db/generated/client';
import { HEARTBEAT_SECONDS } from './definitions';

/**
 * The jobs that post to webhooks. The delivery's row says how often a failing receiver is tried again; the
 * queue tries again only what a dead worker held.
 */
export const DELIVER_WEBHOOK = 'deliver-webhook';

const payloadShape = z.object({ deliveryId: identifier });

export const DELIVER_WEBHOOK_QUEUE: QueueOptions & { policy: 'standard' } = {
  policy: 'standard',
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 300,
  retryLimit: 3,
  retryDelay: 5,
  retentionSeconds: 3 * 86_400,
  deleteAfterSeconds: 3600,
};

export interface SendOptions {
  /** The transaction that makes the delivery: neither is there without the other. */
  readonly tx?: Prisma.TransactionClient;
  readonly afterSeconds?: number;
}

export async function sendDelivery(
  boss: PgBoss,
  deliveryId: string,
  { tx, afterSeconds }: SendOptions = {},
): Promise<void> {
  await boss.send(
    DELIVER_WEBHOOK,
    { deliveryId },
    {
      ...(afterSeconds === undefined ? {} : { startAfter: afterSeconds }),
      ...(tx ? { db: fromPrisma(tx) } : {}),
    },
  );
}

/** A few at a time: a receiver that hangs holds up only its own. A handler that throws has its job tried again. */
export async function workOnDeliveries(
  boss: PgBoss,
  concurrency: number,
  handle: (deliveryId: string) => Promise<void>,
): Promise<void> {
  await boss.work(
    DELIVER_WEBHOOK,
    { localConcurrency: concurrency, batchSize: 1, pollingIntervalSeconds: 1 },
    async ([job]) => {
      if (job) await handle(payloadShape.parse(job.data).deliveryId);
    },
  );
}
