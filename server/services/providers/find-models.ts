import { ulid } from 'ulid';
import { type ModelView, saveModelBody } from '@/lib/contracts/providers';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import { getProviderRow, saveModelRow } from '@/server/repositories/providers';
import { recordAudit } from '@/server/services/audit/record-audit';
import { modelView } from './provider-view';
import { assertNotArchived } from './save-provider';

/** Models that an endpoint lists itself, so that a person need not type their ids. */
const MODELS_MAX = 100;
const LIST_MS = 10_000;

/** Ids of an endpoint's models in its own order. @throws where it does not answer or lists none */
export type ListModelIds = (
  wanted: { readonly workspaceId: string; readonly providerId: string },
  signal: AbortSignal,
) => Promise<readonly string[]>;

/** @throws AppError INPUT_INVALID where the endpoint lists no model, or does not answer within 10 s */
export async function findModels(
  actor: Actor<'administer'>,
  { providerId, signal }: { readonly providerId: string; readonly signal: AbortSignal },
  listIds: ListModelIds,
): Promise<{ items: ModelView[] }> {
  const { workspaceId } = actor;
  const provider = await getProviderRow(workspaceId, providerId);
  assertNotArchived(provider);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]);
  const listed = await listIds({ workspaceId, providerId }, limit).catch((error: unknown) => {
    if (signal.aborted || AppError.is(error)) throw error;
    throw noList(provider.name, error);
  });
  const models = [...new Set(listed)].flatMap((name) => saveModelBody.safeParse({ name }).data ?? []);
  if (models.length === 0) throw noList(provider.name);
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

function noList(name: string, cause?: unknown): AppError {
  const message = 'Name the models.';
  return new AppError(
    'INPUT_INVALID',
    `${name} gave no list of its models. Check address and key, or name its models.`,
    {
      cause,
      fields: [{ path: 'models', message }],
    },
  );
}
