import { AppError } from '@/lib/errors/app-error';
import { hasDatasetNamed } from '@/server/repositories/datasets';

/** Null where the name is free. Asked before long work; two requests at once still meet the constraint of the table. */
export async function nameConflict(workspaceId: string, name: string): Promise<AppError | null> {
  if (!(await hasDatasetNamed(workspaceId, name))) return null;
  return new AppError('STATE_CONFLICT', `A data set called ${name} exists already. Choose another name.`);
}

/** @throws AppError STATE_CONFLICT */
export async function assertNameIsFree(workspaceId: string, name: string): Promise<void> {
  const conflict = await nameConflict(workspaceId, name);
  if (conflict !== null) throw conflict;
}
