import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import type { CreateWebhookInput, SavedWebhook, UpdateWebhookInput } from '@/lib/contracts/webhooks';
import type { Actor } from '@/lib/domain/actor';
import { db } from '@/server/db/client';
import { createWebhookRow, getWebhookRow, updateWebhookRow } from '@/server/repositories/webhooks';
import { recordAudit } from '@/server/services/audit/record-audit';
import { webhookView } from './webhook-view';

/**
 * Making and changing a webhook. The secret is made here and shown once; `checkAddress` is the address guard (rulings
 * S2), handed in by the door. Of an address the audit log gets the origin only: the rest may be a secret of its own.
 */
export type CheckAddress = (url: string) => void;

export async function createWebhook(
  actor: Actor<'administer'>,
  input: CreateWebhookInput,
  checkAddress: CheckAddress,
): Promise<SavedWebhook> {
  checkAddress(input.url);
  const { workspaceId, name: createdBy } = actor;
  const secret = newSecret();
  const values = { ...input, id: `whk_${ulid()}`, workspaceId, createdBy, secret };
  return db().$transaction(async (tx) => {
    const row = await createWebhookRow(values, tx);
    await recordAudit(tx, actor, 'webhook.created', row.id, { name: row.name, origin: originOf(row.url) });
    return { webhook: webhookView(row), secret };
  });
}

/** Disabling it keeps what was delivered; enabling it begins with what happens from then on. */
export async function updateWebhook(
  actor: Actor<'administer'>,
  { webhookId, change }: { readonly webhookId: string; readonly change: UpdateWebhookInput },
  checkAddress: CheckAddress,
): Promise<SavedWebhook> {
  if (change.url !== undefined) checkAddress(change.url);
  const { newSecret: wantsSecret = false, enabled, ...values } = change;
  const secret = wantsSecret ? newSecret() : undefined;
  return db().$transaction(async (tx) => {
    const before = await getWebhookRow(actor.workspaceId, webhookId, tx);
    const disabledAt = enabled === undefined ? undefined : enabled ? null : (before.disabledAt ?? new Date());
    const row = await updateWebhookRow(webhookId, { ...values, secret, disabledAt }, tx);
    const detail = {
      changed: Object.keys(change),
      enabled: row.disabledAt === null,
      origin: originOf(row.url),
    };
    await recordAudit(tx, actor, 'webhook.changed', webhookId, detail);
    return { webhook: webhookView(row), secret: secret ?? null };
  });
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}

function originOf(url: string): string {
  return new URL(url).origin;
}
