import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { findWorkspace } from '@/server/repositories/workspaces';

/** The workspace in which the actor acts: what the shell shows above every page. */
export async function readWorkspace(
  actor: Actor<'read'>,
): Promise<{ readonly id: string; readonly name: string }> {
  const workspace = await findWorkspace(actor.workspaceId);
  if (workspace === null) throw new AppError('NOT_FOUND', 'This workspace is gone. Sign in again.');
  return { id: workspace.id, name: workspace.name };
}
