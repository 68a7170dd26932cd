import type { SignedIn } from '@/server/accounts/sign-in';
import { db } from '@/server/db/client';
import { recordAudit } from '@/server/services/audit/record-audit';

/** Every session begins with an entry in the audit log. `by` = how the person proved who they are. */
export async function noteSignIn({ id, email, workspaceId }: SignedIn, by: string): Promise<void> {
  await recordAudit(db(), { workspaceId, name: email }, 'session.began', id, { by });
}
