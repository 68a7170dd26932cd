import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import type { SandboxSpec } from '@/lib/ports/sandbox';
import { CALLS } from './bubblewrap-calls';
import { type Outer, openOuter } from './bubblewrap-outer';
import { FIRST_PROCESS, MAKE_SANDBOX } from './bubblewrap-script';
import { hostTree } from './host-tree';
import { send } from './kill-all';
import { type Lane, takeLane, USERS_OF_LANE } from './lanes';
import { type MemoryGroup, openMemoryGroup } from './memory-group';
import { readProcesses } from './process-table';

/**
 * The name spaces of one running sandbox. From outside in:
 *
 *     outer     Perl, child of this process: its mounts are the tmpfs and the overlays
 *     keeper    first process of the outer process name space, becomes bubblewrap; the kernel ends all below with it
 *     first     first process inside: a user name space whose root is no account of the host, no network, and a tree
 *               of the host's programs, read-only, in which the sandbox's own tree is /box
 *
 * An exec enters the name spaces of `first` and makes /box its root. So what does it is the host's, whatever the sandbox's
 * own tree holds, and what runs in there never sees the host's.
 */
export interface Box {
  /** Number of the outer process, whose mount name space holds the folder `written`, in `at`. */
  readonly pid: number;
  readonly outer: Outer;
  /** Number of the first process inside; null where it is gone. */
  first(): number | null;
  readonly at: string;
  /** Paths inside of the overlays, in the order of their numbers below `written`. */
  readonly layers: readonly string[];
  readonly group: MemoryGroup | null;
  stop(): Promise<void>;
}

export const isRoot = process.getuid?.() === 0;
const [major = 0, minor = 0] = os.release().split('.').map(Number);
/** Before Linux 5.14 the kernel's limit counts all processes of an account, on the host too. */
export const areProcessesLimited = isRoot || major > 5 || (major === 5 && minor >= 14);
/** Processes that a sandbox has before its first exec, or for an exec. */
const OWN_PROCESSES = 6;
const BLOCK_BYTES = 4096;
/**
 * Numbers of the rights (capabilities) of root inside, those that containers have by convention, none to mount, to trace
 * or to configure: CHOWN, DAC_OVERRIDE, FOWNER, FSETID, KILL, SETGID, SETUID, SETPCAP, NET_BIND_SERVICE, SETFCAP.
 */
const RIGHTS = '0 1 3 4 5 6 7 8 10 31';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export const processesOf = (spec: SandboxSpec) => spec.processesMax + OWN_PROCESSES;

/** @throws Error with what the tools said where it cannot be made. */
export async function openBox(spec: SandboxSpec): Promise<Box> {
  const lane = isRoot ? await takeLane() : null;
  const group = openMemoryGroup(spec.memoryBytesMax + spec.writableBytesMax);
  const at = emptyPlace(spec);
  const layers = layersOf(spec, at);
  const environment: Record<string, string> = {
    ...variables(spec, lane, layers, at),
    GROUP: group?.processesFile ?? '',
  };
  const child = spawn('perl', ['-e', MAKE_SANDBOX, '--', ...bubblewrap(spec, at)], {
    cwd: '/',
    env: environment as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<unknown>((resolve) => child.once('close', resolve));
  const complaint = lastWordsOf(child);
  let isStopped: Promise<void> | undefined;
  const stopOnce = async (keeper: number | undefined) => {
    // The keeper first: its parent ends only after the kernel has ended all below it.
    if (keeper !== undefined) send(keeper, 'SIGKILL');
    else child.kill('SIGKILL');
    await ended;
    await group?.remove();
    lane?.release();
  };
  const outer = await openOuter(child);
  if (outer === null) {
    await stopOnce(undefined);
    throw new Error(complaint() || 'The sandbox did not start.');
  }
  return {
    ...{ pid: child.pid ?? 0, outer, at, group },
    first: firstBelow(outer.keeper),
    layers: layers.map(({ path }) => path),
    stop() {
      isStopped ??= stopOnce(outer.keeper);
      return isStopped;
    },
  };
}

/** The keeper's only child, looked for once it is asked for. */
function firstBelow(keeper: number): () => number | null {
  let first: number | undefined;
  return () => {
    first ??= [...readProcesses().values()].find(({ parent }) => parent === keeper)?.pid;
    return first ?? null;
  };
}

function lastWordsOf(child: ChildProcessWithoutNullStreams): () => string {
  let said = '';
  const add = (words: string) => {
    said = (said + words).slice(-2_000);
  };
  child.stderr.on('data', (chunk: Buffer) => add(chunk.toString()));
  child.once('error', ({ message }) => add(message));
  return () => said.trim();
}

interface Layer {
  readonly path: string;
  readonly from: string;
}

function layersOf({ root }: SandboxSpec, at: string): Layer[] {
  if (root.kind === 'folder') return [{ path: '/', from: root.path }];
  const { folders, more } = hostTree();
  return [
    { path: '/', from: `${at}/low/host` },
    ...[...folders, ...more].map((path) => ({ path, from: path })),
  ];
}

/** A folder that every system has and that hides nothing we need: the mount over it is seen by the sandbox's keeper only. */
function emptyPlace({ root, socket }: SandboxSpec): string {
  const needed = [root.kind === 'folder' ? root.path : '', socket?.hostPath ?? ''];
  const place = ['/mnt', '/media', '/srv', '/opt'].find(
    (folder) => existsSync(folder) && !needed.some((path) => `${path}/`.startsWith(`${folder}/`)),
  );
  if (place === undefined) throw new Error('Make the folder /mnt: sandboxes are mounted over it.');
  return place;
}

function variables(
  spec: SandboxSpec,
  lane: Lane | null,
  layers: readonly Layer[],
  at: string,
): Record<string, string> {
  const tree = spec.root.kind === 'host' ? hostTree() : { links: [], folders: [], more: [], settings: [] };
  const shown = [...tree.links.map(({ path }) => path), ...tree.settings];
  return {
    ...{ PATH, LC_ALL: 'C', CALLS, WORKER: String(process.pid), AT: at, WORKING_FOLDER: spec.workingFolder },
    RIGHTS,
    BYTES: String(spec.writableBytesMax),
    INODES: String(Math.max(1024, Math.ceil(spec.writableBytesMax / BLOCK_BYTES))),
    FIRST_USER: lane === null ? '' : String(lane.firstUser),
    USERS: String(USERS_OF_LANE),
    PROCESSES: areProcessesLimited ? String(processesOf(spec)) : '',
    FOLDERS: [...tree.folders, ...tree.more].join(' '),
    SHOWN: shown.map((path) => path.slice(1)).join(' '),
    LAYERS: layers.map(({ path, from }) => `${path}=${from}`).join('\n'),
  };
}

function bubblewrap(spec: SandboxSpec, at: string): string[] {
  const { folders, links } = hostTree();
  const spaces = ['pid', 'net', 'ipc', 'uts', 'cgroup'].map((name) => `--unshare-${name}`);
  const tools = [
    ...folders.flatMap((path) => ['--ro-bind', path, path]),
    ...links.flatMap(({ path, target }) => ['--symlink', target, path]),
    ...['--proc', '/proc', '--size', `${1 << 20}`, '--tmpfs', '/tmp'],
  ];
  const { socket } = spec;
  const box = [
    ...['--dev-bind', `${at}/tree`, '/box', '--proc', '/box/proc', '--dev', '/box/dev'],
    ...['--bind', `${at}/shared`, '/box/dev/shm', '--remount-ro', '/box/dev'],
    ...(socket ? ['--bind', socket.hostPath, `/box${socket.path}`] : []),
  ];
  const first = ['sh', '-c', FIRST_PROCESS, spec.workingFolder];
  return [...spaces, '--die-with-parent', '--as-pid-1', ...tools, ...box, '--', ...first];
}
