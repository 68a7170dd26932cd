import { bindingsOf, type RunManifest } from '@/lib/domain/manifest';
import { ROLES_NAMED } from '@/lib/policy/rules/launch';
import { refusal } from '@/lib/policy/rules/rule';
import { db } from '@/server/db/client';

/** Checks a run's pinned providers at its start: one may be archived by then. @throws AppError ROLE_MODEL_MISSING */
export async function assertProvidersThere(workspaceId: string, manifest: RunManifest): Promise<void> {
  const ids = [...new Set(bindingsOf(manifest).map(({ providerId }) => providerId))];
  const there = await db().provider.count({ where: { workspaceId, archivedAt: null, id: { in: ids } } });
  if (there === ids.length) return;
  throw refusal(ROLES_NAMED, {
    found: 'A provider that this run used is not there any more.',
    howToProceed: ['Choose models that are there in the experiment, and start a new run of it.'],
  });
}
