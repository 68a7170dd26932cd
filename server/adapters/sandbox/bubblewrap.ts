import { AppError } from '@/lib/errors/app-error';
import type { ExecRequest, Sandbox, Sandboxes, SandboxLimits, SandboxSpec } from '@/lib/ports/sandbox';
import { makeGate } from '@/server/adapters/gate';
import { areProcessesLimited, type Box, isRoot, openBox } from './bubblewrap-box';
import { isKnownProcessor } from './bubblewrap-calls';
import { changesOf } from './bubblewrap-changes';
import { type BytesEnd, execIn } from './bubblewrap-exec';
import { type Copying, copyFrom, copyInto } from './copy';
import { openMemoryGroup, removeLeftGroups } from './memory-group';
import { asAccount } from './sandbox-accounts';

/**
 * Sandboxes on this machine's own kernel: name spaces and overlays, no container. A worker that is root gives each an
 * account range of its own; another gives them its own account, walled off by the name spaces alone.
 */
export const bubblewrapSandboxes: Sandboxes = {
  name: 'bubblewrap',
  /** Success is remembered; a failure is not, since the machine may have been short of something for a moment. */
  async whyNot() {
    reason ??= tryOne();
    const found = await reason;
    if (found !== null) reason = undefined;
    return found;
  },
  limitsHere,
  start,
};

let reason: Promise<string | null> | undefined;
let isSwept = false;

const COPY_TIMEOUT_MS = 120_000;
const LOOKUP = { timeoutMs: 10_000, outputBytesMax: 10_000 };
const TRIAL: SandboxSpec = {
  root: { kind: 'host' },
  ...{ writableBytesMax: 1 << 20, memoryBytesMax: 1 << 28, processesMax: 8 },
  ...{ workingFolder: '/root', environment: {} },
};

async function tryOne(): Promise<string | null> {
  if (process.platform !== 'linux') return 'Bubblewrap runs on Linux only.';
  if (!isKnownProcessor) return 'Bubblewrap sandboxes need a processor of the kind x86_64 or arm64.';
  try {
    const sandbox = await start(TRIAL);
    const end = await sandbox.exec({ argv: ['true'], ...LOOKUP });
    await sandbox.stop();
    if (end.kind === 'exited') return null;
    return `A trial ended as ${end.kind}: ${end.kind === 'notStarted' ? end.reason : end.stderr}`;
  } catch (error) {
    return (error as Error).message;
  }
}

async function limitsHere(): Promise<SandboxLimits> {
  const group = openMemoryGroup(1 << 30);
  await group?.remove();
  return {
    ...{ time: 'enforced', disk: 'enforced', network: 'enforced' },
    memory: group === null ? 'watched' : 'enforced',
    processes: areProcessesLimited ? 'enforced' : 'watched',
  };
}

async function start(spec: SandboxSpec): Promise<Sandbox> {
  if (spec.root.kind === 'image')
    throw new AppError('INPUT_INVALID', 'Bubblewrap takes a folder with a root file system, not an image.');
  if (!isSwept) removeLeftGroups();
  isSwept = true;
  const box = await openBox(spec).catch((cause) => {
    const words = `The sandbox could not be made: ${(cause as Error).message}`;
    throw new AppError('ENVIRONMENT_DOWN', words, { cause });
  });
  return sandboxOf(box, spec);
}

function sandboxOf(box: Box, spec: SandboxSpec): Sandbox {
  const gate = makeGate(1);
  const stopped = new AbortController();
  const copying: Copying = {
    run: (argv, stdin, outputBytesMax) =>
      exec({ argv, stdin, outputBytesMax, timeoutMs: COPY_TIMEOUT_MS, cwd: '/' }),
  };

  async function exec(request: ExecRequest): Promise<BytesEnd> {
    const signal = AbortSignal.any([stopped.signal, ...(request.signal ? [request.signal] : [])]);
    try {
      return await gate(() => execNow({ ...request, signal }), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      const end = { kind: 'killed', by: 'stop', stdout: '', stderr: '' } as const;
      return { end, stdout: Buffer.alloc(0) };
    }
  }

  async function execNow(request: ExecRequest): Promise<BytesEnd> {
    const lookUp = (argv: readonly string[]) =>
      execIn(box, spec, { argv, cwd: '/', ...LOOKUP }).then(({ end }) => end);
    const argv = await asAccount(request.user, request.argv, isRoot ? lookUp : null);
    if ('reason' in argv) {
      const end = { kind: 'notStarted', reason: argv.reason, stdout: '', stderr: '' } as const;
      return { end, stdout: Buffer.alloc(0) };
    }
    return execIn(box, spec, { ...request, argv });
  }

  return {
    exec: (request) => exec(request).then(({ end }) => end),
    copyIn: (files) => copyInto(copying, files),
    copyOut: (path, bytesMax) => copyFrom(copying, path, bytesMax),
    changedFiles: () => changesOf(box, spec),
    async stop() {
      stopped.abort();
      await box.stop();
    },
  };
}
