import { AppError } from '@/lib/errors/app-error';
import type { Sandboxes } from '@/lib/ports/sandbox';
import { bubblewrapSandboxes } from '@/server/adapters/sandbox/bubblewrap';
import { containerSandboxes, dockerEngine, podmanEngine } from '@/server/adapters/sandbox/container';
import { config } from '@/server/config/config';
import { removeLeftFolders } from './left-folders';

const KINDS = {
  bubblewrap: bubblewrapSandboxes,
  docker: containerSandboxes(dockerEngine),
  podman: containerSandboxes(podmanEngine),
} as const satisfies Record<string, Sandboxes>;

let isSwept = false;

/** @throws AppError ENVIRONMENT_DOWN where this machine has no sandboxes; another worker may have them. */
export async function ownSandboxes(): Promise<Sandboxes> {
  if (!isSwept) removeLeftFolders();
  isSwept = true;
  const kind = config().sandbox;
  const reason = await KINDS[kind].whyNot();
  if (reason === null) return KINDS[kind];
  throw new AppError('ENVIRONMENT_DOWN', `This worker has no sandboxes: ${reason}`, {
    userMessage: `This worker has no sandboxes (${reason}); another worker is awaited. Install ${kind} on the machine of a worker, or set WAGGLE_SANDBOX to what is there; npm run doctor says what is missing.`,
  });
}
