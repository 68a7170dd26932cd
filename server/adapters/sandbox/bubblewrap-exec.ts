import type { ExecEnd, ExecRequest, SandboxSpec } from '@/lib/ports/sandbox';
import { areProcessesLimited, type Box, processesOf } from './bubblewrap-box';
import { killAll } from './kill-all';
import { below, type ProcessEntry, readProcess, readProcesses } from './process-table';
import { follow, type ToolEnd } from './run-limits';
import { watchTrees } from './tree-watch';

/** As a shell says it of a program that was killed: 128 and the number of SIGKILL. */
const KILLED = 137;
const USUAL = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' };

const NOTHING = { stdout: '', stderr: '' };
const withoutOutput = (end: ExecEnd): BytesEnd => ({ end, stdout: Buffer.alloc(0) });
const notStarted = (reason: string) => withoutOutput({ kind: 'notStarted', reason, ...NOTHING });

export interface BytesEnd {
  readonly end: ExecEnd;
  readonly stdout: Buffer;
}

/** Runs one program inside and waits for its end. */
export async function execIn(box: Box, spec: SandboxSpec, request: ExecRequest): Promise<BytesEnd> {
  const environment = { ...USUAL, ...spec.environment, ...request.env };
  const folder = request.cwd ?? spec.workingFolder;
  // It would begin a word of its own, such as one more variable.
  if ([folder, ...request.argv, ...Object.entries(environment).flat()].some((word) => word.includes('\0')))
    return notStarted('A zero byte cannot be in an argument, a variable or a folder.');
  const kills = box.group?.kills() ?? 0;
  const running = await box.outer.run({
    ...{ argv: request.argv, folder, environment },
    hasInput: request.stdin !== undefined,
  });
  if (running === null && request.signal?.aborted)
    return withoutOutput({ kind: 'killed', by: 'stop', ...NOTHING });
  if (running === null) return notStarted('The sandbox has ended.');
  if ('refusal' in running) return notStarted(running.refusal);
  const run = await follow(running, request.stdin ?? '', {
    timeoutMs: request.timeoutMs,
    outputBytesMax: request.outputBytesMax,
    signal: request.signal,
    watch: (pid, end) => watchTrees(() => rootsOf(box, pid), watchedLimits(box, spec), end),
    kill: (pid) => killExec(box.first(), pid),
  });
  const wasOutOfMemory = (box.group?.kills() ?? 0) > kills;
  const hasEnded = readProcess(box.outer.keeper) === null;
  return { end: endOf(run, wasOutOfMemory, hasEnded), stdout: run.stdout };
}

/**
 * Ends everything that an exec has started: its tool, all below, and what was left without parent since it was started. Two
 * execs may begin in one tick of 10 ms; there the process numbers, which grow, tell what came after the tool.
 */
function killExec(first: number | null, tool: number): Promise<void> {
  const since = readProcess(tool)?.startedTicks ?? Number.POSITIVE_INFINITY;
  const isLater = ({ pid, startedTicks }: ProcessEntry) =>
    startedTicks > since || (startedTicks === since && pid > tool);
  return killAll(() => {
    const table = readProcesses();
    const orphans = first === null ? [] : below(table, first, isLater);
    const isThere = table.get(tool)?.startedTicks === since;
    const own = isThere ? [tool, ...below(table, tool).map(({ pid }) => pid)] : [];
    return [...new Set([...own, ...orphans.map(({ pid }) => pid)])];
  });
}

const rootsOf = (box: Box, tool: number) => [box.first(), tool].filter((pid) => pid !== null);

function watchedLimits(box: Box, spec: SandboxSpec) {
  return {
    bytes: box.group === null ? spec.memoryBytesMax : Number.POSITIVE_INFINITY,
    processes: areProcessesLimited ? Number.POSITIVE_INFINITY : processesOf(spec),
  };
}

function endOf(run: ToolEnd, wasOutOfMemory: boolean, hasEnded: boolean): ExecEnd {
  const [stdout, stderr] = [run.stdout.toString(), run.stderr.toString()];
  const outputs = { stdout, stderr };
  if (run.cut === 'timeout' || run.cut === 'overOutput') return { kind: run.cut, ...outputs };
  if (run.cut !== null) return { kind: 'killed', by: run.cut, ...outputs };
  if (wasOutOfMemory && run.code === KILLED) return { kind: 'killed', by: 'memory', ...outputs };
  // Ended together with the whole sandbox.
  if (run.code === null || (run.code === KILLED && hasEnded))
    return { kind: 'killed', by: 'stop', ...outputs };
  return { kind: 'exited', code: run.code, ...outputs };
}
