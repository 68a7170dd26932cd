import { readTar } from '@/lib/environments/tar-read';
import { folderTar, writeTar } from '@/lib/environments/tar-write';
import { AppError } from '@/lib/errors/app-error';
import type {
  ChangedFile,
  CopiedOut,
  Sandbox,
  Sandboxes,
  SandboxFile,
  SandboxSpec,
} from '@/lib/ports/sandbox';
import { makeGate } from '@/server/adapters/gate';
import { askEngine, type ContainerEngine, runEngine, variablesFor } from './container-engine';
import { execInContainer } from './container-exec';
import { isLeftover, newName } from './leftovers';

/** Sandboxes that are containers of docker or podman, by their command line. An image has to be there already. */
const LABEL = 'waggle.sandbox';
const FIRST_PROCESS = 'trap "exit 0" TERM; while :; do sleep 86400 & wait; done';
const ARCHIVE_SHARE = 2;
const ARCHIVE_BYTES_MORE = 64 * 1024;

export const dockerEngine: ContainerEngine = { name: 'docker', command: ['docker'] };
export const podmanEngine: ContainerEngine = { name: 'podman', command: ['podman'] };

export function containerSandboxes(engine: ContainerEngine): Sandboxes {
  let isSwept = false;
  return {
    name: engine.name,
    async whyNot() {
      const { code, stderr } = await runEngine(engine, ['ps', '-q']);
      return code === 0 ? null : stderr.toString().trim().slice(-500) || `${engine.name} does not answer.`;
    },
    /** The command line has no limit for what a container writes, but on few file systems. */
    async limitsHere() {
      const held = {
        time: 'enforced',
        memory: 'enforced',
        processes: 'enforced',
        network: 'enforced',
      } as const;
      return { ...held, disk: 'none' };
    },
    async start(spec) {
      try {
        if (!isSwept) await removeLeftovers(engine);
        isSwept = true;
        return await start(engine, spec);
      } catch (cause) {
        if (AppError.is(cause)) throw cause;
        const words = `The sandbox could not be made: ${(cause as Error).message}`;
        throw new AppError('ENVIRONMENT_DOWN', words, { cause });
      }
    },
  };
}

async function removeLeftovers(engine: ContainerEngine): Promise<void> {
  const listed = await askEngine(engine, [
    'ps',
    '-a',
    '--filter',
    `label=${LABEL}`,
    '--format',
    '{{.Names}}',
  ]);
  const left = listed.split('\n').filter(isLeftover);
  if (left.length > 0) await askEngine(engine, ['rm', '-f', '-v', ...left]);
}

async function start(engine: ContainerEngine, spec: SandboxSpec): Promise<Sandbox> {
  if (spec.root.kind !== 'image')
    throw new AppError('INPUT_INVALID', `${engine.name} takes an image, not a folder of this machine.`);
  const name = newName();
  const variables = variablesFor(spec.environment);
  const { socket } = spec;
  const args = [
    ...['create', '--name', name, '--label', LABEL, '--network', 'none', '--workdir', spec.workingFolder],
    ...['--memory', `${spec.memoryBytesMax}`, '--memory-swap', `${spec.memoryBytesMax}`],
    ...['--pids-limit', `${spec.processesMax}`, '--security-opt', 'no-new-privileges'],
    // Podman cannot raise the limits that it takes from its host, and many hosts have lower ones than it asks for.
    ...['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'],
    ...(socket ? ['--volume', `${socket.hostPath}:${socket.path}`] : []),
    ...[...variables.args, '--user', '0', '--entrypoint', 'sh', spec.root.name, '-c', FIRST_PROCESS],
  ];
  await askEngine(engine, args, { settings: variables.settings });
  const remove = () => runEngine(engine, ['rm', '-f', '-v', name]).then(() => undefined);
  try {
    // Docker would make the working folder, podman refuses to start without it.
    if (spec.workingFolder !== '/')
      await askEngine(engine, ['cp', '-', `${name}:/`], { stdin: folderTar(spec.workingFolder) });
    await askEngine(engine, ['start', name]);
  } catch (error) {
    await remove();
    throw error;
  }
  return sandboxOf(engine, name, remove);
}

function sandboxOf(engine: ContainerEngine, name: string, remove: () => Promise<void>): Sandbox {
  const gate = makeGate(1);
  const stopped = new AbortController();
  let removed: Promise<void> | undefined;
  return {
    async exec(request) {
      const signal = AbortSignal.any([stopped.signal, ...(request.signal ? [request.signal] : [])]);
      try {
        return await gate(() => execInContainer(engine, name, { ...request, signal }), signal);
      } catch (error) {
        if (signal.aborted) return { kind: 'killed', by: 'stop', stdout: '', stderr: '' };
        throw error;
      }
    },
    copyIn: (files) => copyIn(engine, name, files),
    copyOut: (path, bytesMax) => copyOut(engine, name, path, bytesMax),
    changedFiles: async () => readChanges(await askEngine(engine, ['diff', name])),
    stop() {
      stopped.abort();
      removed ??= remove();
      return removed;
    },
  };
}

async function copyIn(engine: ContainerEngine, name: string, files: readonly SandboxFile[]): Promise<void> {
  if (files.length > 0) await askEngine(engine, ['cp', '-', `${name}:/`], { stdin: writeTar(files) });
}

async function copyOut(
  engine: ContainerEngine,
  name: string,
  path: string,
  bytesMax: number,
): Promise<CopiedOut> {
  const outputBytesMax = bytesMax * ARCHIVE_SHARE + ARCHIVE_BYTES_MORE;
  const end = await runEngine(engine, ['cp', `${name}:${path}`, '-'], { outputBytesMax });
  if (end.cut === 'overOutput') return { kind: 'overSize' };
  const stderr = end.stderr.toString();
  if (end.code !== 0 && /could not find|no such file/i.test(stderr)) return { kind: 'missing' };
  const content = end.code === 0 ? readTar(end.stdout) : null;
  if (content === null) throw new AppError('ENVIRONMENT_DOWN', `${path} could not be copied out: ${stderr}`);
  if (content.files.reduce((total, file) => total + file.content.length, 0) > bytesMax)
    return { kind: 'overSize' };
  // The archive names everything below the last part of the path.
  const base = `${path.slice(path.lastIndexOf('/') + 1)}/`;
  const relative = (at: string) => (at.startsWith(base) ? at.slice(base.length) : at);
  return {
    kind: 'copied',
    files: content.files.map((file) => ({ ...file, path: relative(file.path) })),
    leftOut: content.leftOut.map(relative),
  };
}

/** "A /path", where A is added, C changed, D deleted. Folders are listed too: those with an entry below are left out. */
function readChanges(listed: string): ChangedFile[] {
  const entries = listed
    .split('\n')
    .map((line) => ({ kind: line[0], path: line.slice(2) }))
    .filter(({ path }) => path !== '')
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  const files = entries.filter(
    ({ path, kind }) => kind === 'D' || !entries.some((other) => other.path.startsWith(`${path}/`)),
  );
  return files.map(({ kind, path }) => ({ path, change: kind === 'D' ? 'removed' : 'written' }));
}
