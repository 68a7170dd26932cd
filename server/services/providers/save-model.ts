import { ulid } from 'ulid';
import type { ModelView, SaveModelInput } from '@/lib/contracts/providers';
import type { Actor } from '@/lib/domain/actor';
import { db } from '@/server/db/client';
import { getProviderRow, removeModelRow, saveModelRow } from '@/server/repositories/providers';
import { recordAudit } from '@/server/services/audit/record-audit';
import { modelView } from './provider-view';
import { assertNotArchived } from './save-provider';

/** Models of a provider with their prices. Runs pin the price that they started with; a change concerns later ones. */
export async function saveModel(
  actor: Actor<'administer'>,
  { providerId, model }: { readonly providerId: string; readonly model: SaveModelInput },
): Promise<ModelView> {
  const isPriced = model.usdPerMillionIn !== null || model.usdPerMillionOut !== null;
  return db().$transaction(async (tx) => {
    assertNotArchived(await getProviderRow(actor.workspaceId, providerId, tx));
    const values = { ...model, pricedAt: isPriced ? new Date() : null };
    const row = await saveModelRow(`mdl_${ulid()}`, providerId, values, tx);
    await recordAudit(tx, actor, 'model.saved', row.id, { ...model, providerId });
    return modelView(row);
  });
}

export async function removeModel(
  actor: Actor<'administer'>,
  { providerId, modelId }: { readonly providerId: string; readonly modelId: string },
): Promise<ModelView> {
  return db().$transaction(async (tx) => {
    await getProviderRow(actor.workspaceId, providerId, tx);
    const row = await removeModelRow(providerId, modelId, tx);
    await recordAudit(tx, actor, 'model.removed', modelId, { providerId, name: row.name });
    return modelView(row);
  });
}
