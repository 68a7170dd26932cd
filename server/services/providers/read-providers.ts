import type { ProviderView } from '@/lib/contracts/providers';
import type { Actor } from '@/lib/domain/actor';
import { assertMay } from '@/lib/policy/roles';
import { getProviderRow, listProviderRows } from '@/server/repositories/providers';
import { providerView } from './provider-view';

export async function listProviders(
  actor: Actor,
  wanted: { readonly archived: boolean },
): Promise<ProviderView[]> {
  assertMay(actor, 'read');
  const rows = await listProviderRows(actor.workspaceId, wanted.archived);
  return rows.map((row) => providerView(row, actor));
}

export async function readProvider(actor: Actor, providerId: string): Promise<ProviderView> {
  assertMay(actor, 'read');
  return providerView(await getProviderRow(actor.workspaceId, providerId), actor);
}
