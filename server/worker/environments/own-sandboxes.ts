import { AppError } from '@/lib/errors/app-error';
import type { Sandboxes } from '@/lib/ports/sandbox';
import { bubblewrapSandboxes } from '@/server/adapters/sandbox/bubblewrap';
import { removeLeftFolders } from './left-folders';

let isSwept = false;

/** @throws AppError ENVIRONMENT_DOWN where this machine has no sandboxes; another worker may have them. */
export async function ownSandboxes(): Promise<Sandboxes> {
  if (!isSwept) removeLeftFolders();
  isSwept = true;
  const reason = await bubblewrapSandboxes.whyNot();
  if (reason === null) return bubblewrapSandboxes;
  throw new AppError('ENVIRONMENT_DOWN', `This worker has no sandboxes: ${reason}`, {
    userMessage: `This worker has no sandboxes (${reason}); another worker is awaited. Install bubblewrap on the machine of a worker; npm run doctor says what is missing.`,
  });
}
