import type { ChangedFile, SandboxSpec } from '@/lib/ports/sandbox';
import { type Box, isRoot } from './bubblewrap-box';
import { runTool } from './tool-run';

/**
 * Files that a sandbox has written or removed: those in the upper folders of its overlays, where a removed one is a device
 * without number. `find` follows no link, and runs where nothing of the host but its programs is changed by it.
 */
const LIST =
  'cd "$0" && find . -type c -exec printf "removed %s\\0" {} + -o ! -type d -exec printf "written %s\\0" {} +';
const LIST_BYTES_MAX = 64 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

export async function changesOf(box: Box, { socket }: SandboxSpec): Promise<readonly ChangedFile[]> {
  const users = isRoot ? [] : ['--user', '--preserve-credentials'];
  const run = await runTool({
    argv: ['nsenter', '-t', `${box.pid}`, ...users, '--mount', 'sh', '-c', LIST, `${box.at}/written`],
    ...{ stdin: '', timeoutMs: TIMEOUT_MS, outputBytesMax: LIST_BYTES_MAX, signal: undefined },
    kill: async (pid) => {
      process.kill(pid, 'SIGKILL');
    },
  });
  const lines = run.stdout.toString().split('\0').slice(0, -1);
  const changes = lines.flatMap((line) => readLine(box, line) ?? []);
  return changes
    .filter(({ path }) => path !== socket?.path)
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** "written ./0/upper/etc/hosts" */
function readLine(box: Box, line: string): ChangedFile | null {
  const [, change, layer, path] = /^(written|removed) \.\/(\d+)\/upper\/(.*)$/s.exec(line) ?? [];
  const at = box.layers[Number(layer)];
  if (change === undefined || path === undefined || at === undefined) return null;
  return { path: `${at === '/' ? '' : at}/${path}`, change: change as ChangedFile['change'] };
}
