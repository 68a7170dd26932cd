import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Stages run in name spaces of their own for processes and mounts, with a folder of their own for temporary files. No process
 * can leave its name space of process numbers, so what is counted in there is everything, and nothing of other programs of
 * the host. The network stays the host's, since its name space has the locks of lanes (sandbox/lanes).
 */
export async function environmentRounds(attempts: number, lanes: number): Promise<boolean> {
  const clean = await inOwnMachine(['attempts', String(attempts), String(lanes)]);
  return (await inOwnMachine(['kill', String(lanes)])) && clean;
}

const SPACES = ['--pid', '--fork', '--kill-child', '--mount', '--ipc', '--mount-proc'];
/** Stays as the first process, which takes leave of processes without a parent. */
const FIRST = '"$@"; exit $?';

async function inOwnMachine(stage: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-chaos-'));
  const users = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user'];
  const file = fileURLToPath(new URL('stage.ts', import.meta.url));
  const program = ['sh', '-c', FIRST, 'sh', process.execPath, '--import', 'tsx', file, ...stage];
  const [temporary, data] = [path.join(folder, 'tmp'), path.join(folder, 'data')];
  for (const at of [temporary, data]) mkdirSync(at);
  // Accounts of sandboxes pass it on their way to a socket.
  for (const at of [folder, temporary]) chmodSync(at, 0o711);
  const env = {
    ...process.env,
    TMPDIR: temporary,
    WAGGLE_DATA_DIR: data,
    // Compiled files are no leftovers.
    TSX_DISABLE_CACHE: '1',
    LOG_LEVEL: 'error',
  };
  try {
    const child = spawn('unshare', [...users, ...SPACES, ...program], { stdio: 'inherit', env });
    const [code] = await once(child, 'close');
    return code === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
