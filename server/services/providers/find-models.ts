import { ulid } from 'ulid';
import { type ModelView, saveModelBody } from '@/lib/contracts/providers';
import type { Actor } from '@/lib/domain/actor';
import type { ListedModels } from '@/lib/domain/listed-models';
import { AppError } from '@/lib/errors/app-error';
import { listFaultSentence, noModelsSentence } from '@/lib/words/listed-models';
import { db } from '@/server/db/client';
import { getProviderRow, saveModelRow } from '@/server/repositories/providers';
import { recordAudit } from '@/server/services/audit/record-audit';
import { modelView } from './provider-view';
import { assertNotArchived } from './save-provider';

/** Models that an endpoint lists itself, so that a person need not type their ids. */
export const MODELS_MAX = 100;

/** Models of an endpoint by its own list; what it refuses is a value. */
export type ListModels = (
  wanted: { readonly workspaceId: string; readonly providerId: string },
  signal: AbortSignal,
) => Promise<ListedModels>;

/** @throws AppError INPUT_INVALID where the endpoint lists no model, or does not answer within 10 s */
export async function findModels(
  actor: Actor<'administer'>,
  { providerId, signal }: { readonly providerId: string; readonly signal: AbortSignal },
  list: ListModels,
): Promise<{ items: ModelView[] }> {
  const { workspaceId } = actor;
  const provider = await getProviderRow(workspaceId, providerId);
  assertNotArchived(provider);
  const listed = await list({ workspaceId, providerId }, signal);
  if (listed.fault !== null) throw noList(listFaultSentence(provider.name, listed.fault));
  const models = usableModels(listed.ids);
  if (models.length === 0) throw noList(noModelsSentence(provider.name));
  return db().$transaction(async (tx) => {
    const { models: known } = await getProviderRow(workspaceId, providerId, tx);
    const items: ModelView[] = [];
    for (const model of models.slice(0, MODELS_MAX)) {
      const before = known.find(({ name }) => name === model.name);
      const row =
        before ?? (await saveModelRow(`mdl_${ulid()}`, providerId, { ...model, pricedAt: null }, tx));
      items.push(modelView(row));
    }
    await recordAudit(tx, actor, 'models.found', providerId, { models: items.map(({ name }) => name) });
    return { items };
  });
}

/** Each once, without what cannot be an id. */
export const usableModels = (ids: readonly string[]) =>
  [...new Set(ids)].flatMap((name) => saveModelBody.safeParse({ name }).data ?? []);

function noList(sentence: string): AppError {
  return new AppError('INPUT_INVALID', sentence, {
    fields: [{ path: 'models', message: 'Type the model ids.' }],
  });
}
