import { AppError } from '@/lib/errors/app-error';
import { openSecret, sealSecret } from '@/server/adapters/secret-box';
import { config } from '@/server/config/config';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { afterCursor, NEWEST_FIRST } from './keyset';

/**
 * Webhooks and their deliveries. The secret is sealed on the way in and opened only by `readDelivery`, for
 * signing; no other read returns it.
 */
type Tx = Prisma.TransactionClient;

const withoutSecret = { secretEncrypted: true } as const;
export type WebhookRow = Prisma.WebhookGetPayload<{ omit: typeof withoutSecret }>;
export type DeliveryRow = Prisma.WebhookDeliveryGetPayload<object>;

const WEBHOOKS_MAX = 100;

export function listWebhookRows(workspaceId: string, tx: Tx = db()): Promise<WebhookRow[]> {
  return tx.webhook.findMany({
    where: { workspaceId },
    omit: withoutSecret,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: WEBHOOKS_MAX,
  });
}

/** No events named: all of them. */
export function findWebhooksOf(workspaceId: string, event: string, tx: Tx): Promise<WebhookRow[]> {
  return tx.webhook.findMany({
    where: {
      workspaceId,
      disabledAt: null,
      OR: [{ events: { isEmpty: true } }, { events: { has: event } }],
    },
    omit: withoutSecret,
    orderBy: { id: 'asc' },
    take: WEBHOOKS_MAX,
  });
}

/** @throws AppError NOT_FOUND */
export async function getWebhookRow(workspaceId: string, id: string, tx: Tx = db()): Promise<WebhookRow> {
  const row = await tx.webhook.findFirst({ where: { workspaceId, id }, omit: withoutSecret });
  if (row === null) throw new AppError('NOT_FOUND', 'This webhook does not exist.', { context: { id } });
  return row;
}

export interface WebhookValues {
  readonly name: string;
  readonly url: string;
  readonly shape: string;
  readonly events: readonly string[];
}

export function createWebhookRow(
  values: WebhookValues & {
    readonly id: string;
    readonly workspaceId: string;
    readonly createdBy: string;
    readonly secret: string;
  },
  tx: Tx,
): Promise<WebhookRow> {
  const { secret, events, ...rest } = values;
  const data = { ...rest, events: [...events], secretEncrypted: sealed(values.id, secret) };
  return tx.webhook.create({ data, omit: withoutSecret });
}

export function updateWebhookRow(
  id: string,
  change: { [Name in keyof WebhookValues]?: WebhookValues[Name] | undefined } & {
    readonly secret?: string | undefined;
    readonly disabledAt?: Date | null | undefined;
  },
  tx: Tx,
): Promise<WebhookRow> {
  const { secret, events, ...rest } = change;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const data = {
    ...given,
    ...(events === undefined ? {} : { events: [...events] }),
    ...(secret === undefined ? {} : { secretEncrypted: sealed(id, secret) }),
  };
  return tx.webhook.update({ where: { id }, data, omit: withoutSecret });
}

/** Sealed for webhooks alone: a provider's sealed key does not open as the secret of one. */
function sealed(id: string, secret: string): string {
  return sealSecret(secret, `webhook:${id}`, config().secret);
}

export function createDeliveryRow(
  data: Prisma.WebhookDeliveryUncheckedCreateInput,
  tx: Tx = db(),
): Promise<DeliveryRow> {
  return tx.webhookDelivery.create({ data });
}

/** One row more than asked for, so that the caller knows whether there is a next page. */
export function listDeliveryRows(
  webhookId: string,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<DeliveryRow[]> {
  return db().webhookDelivery.findMany({
    where: { webhookId, ...afterCursor(cursor) },
    orderBy: [...NEWEST_FIRST],
    take: limit + 1,
  });
}

/** @throws AppError NOT_FOUND */
export async function getDeliveryRow(webhookId: string, id: string, tx: Tx = db()): Promise<DeliveryRow> {
  const row = await tx.webhookDelivery.findFirst({ where: { webhookId, id } });
  if (row === null) throw new AppError('NOT_FOUND', 'This delivery does not exist.', { context: { id } });
  return row;
}

export function updateDeliveryRow(
  id: string,
  data: Prisma.WebhookDeliveryUncheckedUpdateInput,
  tx: Tx = db(),
): Promise<DeliveryRow> {
  return tx.webhookDelivery.update({ where: { id }, data });
}

export interface ReadyDelivery extends DeliveryRow {
  /** A secret that was sealed under another secret of the installation is null. */
  readonly webhook: Pick<WebhookRow, 'id' | 'url' | 'disabledAt'> & { readonly secret: string | null };
}

/** The delivery with its secret decrypted, for signing and posting only. Null where it no longer exists. */
export async function readDelivery(id: string): Promise<ReadyDelivery | null> {
  const row = await db().webhookDelivery.findUnique({ where: { id }, include: { webhook: true } });
  if (row === null) return null;
  const { webhook, ...delivery } = row;
  return { ...delivery, webhook: { ...webhook, secret: opened(webhook.id, webhook.secretEncrypted) } };
}

function opened(id: string, sealedSecret: string): string | null {
  try {
    return openSecret(sealedSecret, `webhook:${id}`, config().secret);
  } catch (error) {
    if (AppError.is(error, 'CONFIG_INVALID')) return null;
    throw error;
  }
}

/** Waiting for longer than its turn: its job was lost with the queue. */
export async function findForgottenDeliveries(before: Date, limit: number): Promise<readonly string[]> {
  const rows = await db().webhookDelivery.findMany({
    where: { state: 'waiting', nextAt: { lt: before } },
    select: { id: true },
    orderBy: { nextAt: 'asc' },
    take: limit,
  });
  return rows.map(({ id }) => id);
}
