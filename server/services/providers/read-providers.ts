import type { ProviderView } from '@/lib/contracts/providers';
import type { Actor } from '@/lib/domain/actor';
import { getProviderRow, listProviderRows } from '@/server/repositories/providers';
import { providerView } from './provider-view';

export async function listProviders(
  actor: Actor<'read'>,
  wanted: { readonly archived: boolean },
): Promise<ProviderView[]> {
  const rows = await listProviderRows(actor.workspaceId, wanted.archived);
  return rows.map((row) => providerView(row, actor));
}

export async function readProvider(actor: Actor<'read'>, providerId: string): Promise<ProviderView> {
  return providerView(await getProviderRow(actor.workspaceId, providerId), actor);
}
