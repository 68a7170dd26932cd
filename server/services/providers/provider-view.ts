import type { ModelView, ProviderView } from '@/lib/contracts/providers';
import type { Actor } from '@/lib/domain/actor';
import { may } from '@/lib/policy/roles';
import type { ModelRow, ProviderRow } from '@/server/repositories/providers';

/** A provider as people see it. Header values may be half a secret, so only who administers sees them. */
export function providerView(row: ProviderRow, actor: Actor): ProviderView {
  const {
    workspaceId: _workspace,
    headers,
    behaviouralHeaders,
    models,
    archivedAt,
    createdAt,
    updatedAt,
    ...rest
  } = row;
  const maySee = may(actor.role, 'administer');
  return {
    ...rest,
    headers: maySee ? { ...headers } : {},
    behaviouralHeaders: maySee ? behaviouralHeaders : [],
    models: models.map(modelView),
    archivedAt: archivedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function modelView(row: ModelRow): ModelView {
  const { providerId: _provider, createdAt: _created, pricedAt, ...rest } = row;
  return { ...rest, pricedAt: pricedAt?.toISOString() ?? null };
}
