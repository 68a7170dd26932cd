import { chmod, rm } from 'node:fs/promises';
import path from 'node:path';
import type { RolloutJob } from '@/lib/domain/rollout-documents';
import type { SandboxSpec } from '@/lib/ports/sandbox';
import { openProxySocket } from '@/server/adapters/environments/terminal/proxy-socket';
import { makeNamedFolder } from './left-folders';

/** Accounts of sandboxes may pass the folder, and not list it. */
const PASSABLE = 0o711;
const INSIDE = '/run/agent/proxy.sock';

/** Shows a sandbox the recording proxy of one attempt, by a socket that is gone afterwards. */
export async function withProxySocket<T>(
  { control }: Pick<RolloutJob, 'control'>,
  use: (socket: NonNullable<SandboxSpec['socket']>) => Promise<T>,
): Promise<T> {
  const folder = await makeNamedFolder();
  await chmod(folder, PASSABLE);
  const hostPath = path.join(folder, 'proxy.sock');
  try {
    const socket = await openProxySocket({
      hostPath,
      base: new URL(control.resultUrl.replace(/.result$/, '')),
    });
    try {
      return await use({ hostPath, path: INSIDE });
    } finally {
      await socket.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
