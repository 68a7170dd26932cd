import type { ExecEnd, ExecRequest, SandboxSpec } from '@/lib/ports/sandbox';
import { exitCodeIn } from '@/server/adapters/program-isolation';
import { areProcessesLimited, type Box, isRoot, processesOf } from './bubblewrap-box';
import { killAll } from './kill-all';
import { below, readProcess, readProcesses } from './process-table';
import { runTool, SETTINGS_FD, STATUS_FD, type ToolEnd } from './tool-run';
import { watchTrees } from './tree-watch';

/** Rights of root inside, those that containers have by convention: none to mount, to trace or to configure. */
const RIGHTS = 'CHOWN DAC_OVERRIDE FSETID FOWNER SETGID SETUID SETFCAP SETPCAP NET_BIND_SERVICE KILL'
  .split(' ')
  .flatMap((name) => ['--cap-add', `CAP_${name}`]);
/** As a shell says it of a program that was killed: 128 and the number of SIGKILL. */
const KILLED = 137;
const USUAL = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' };

export interface BytesEnd {
  readonly end: ExecEnd;
  readonly stdout: Buffer;
}

/** Runs one program inside and waits for its end. */
export async function execIn(box: Box, spec: SandboxSpec, request: ExecRequest): Promise<BytesEnd> {
  const kills = box.group?.kills() ?? 0;
  const run = await runTool({
    argv: entering(box, spec, request.argv),
    settings: settingsOf(spec, request),
    stdin: request.stdin ?? '',
    timeoutMs: request.timeoutMs,
    outputBytesMax: request.outputBytesMax,
    signal: request.signal,
    watch: (pid, end) => watchTrees(() => [box.first, pid], watchedLimits(box, spec), end),
    kill: (pid) => killExec(box.first, pid),
  });
  const wasOutOfMemory = (box.group?.kills() ?? 0) > kills;
  return { end: endOf(run, wasOutOfMemory, readProcess(box.first) === null), stdout: run.stdout };
}

/** Limits and group of the shell, which becomes the tool. Some shells have the limit of processes as -p, others as -u. */
const LIMITED = `if [ -n "$1" ]; then ulimit -p "$1" 2>/dev/null || ulimit -u "$1" || exit; fi
if [ -n "$0" ]; then echo $$ > "$0" || exit; fi
shift; exec "$@"`;

function entering(box: Box, spec: SandboxSpec, argv: readonly string[]): string[] {
  const limits = [box.group?.processesFile ?? '', areProcessesLimited ? `${processesOf(spec)}` : ''];
  const spaces = ['user', 'mount', 'pid', 'net', 'ipc', 'uts', 'cgroup'].map((name) => `--${name}`);
  const account = isRoot ? ['-S', '0', '-G', '0'] : ['--preserve-credentials'];
  const tool = ['nsenter', '-t', `${box.first}`, ...spaces, ...account];
  return ['sh', '-c', LIMITED, ...limits, ...tool, 'bwrap', '--args', `${SETTINGS_FD}`, '--', ...argv];
}

/** On a descriptor, since other users of the host can read a command line. */
function settingsOf(spec: SandboxSpec, { cwd, env }: ExecRequest): string {
  const environment = Object.entries({ ...USUAL, ...spec.environment, ...env });
  return [
    ...['--die-with-parent', '--dev-bind', '/box', '/', '--chdir', cwd ?? spec.workingFolder],
    ...['--cap-drop', 'ALL', ...RIGHTS, '--json-status-fd', `${STATUS_FD}`, '--clearenv'],
    ...environment.flatMap(([name, value]) => ['--setenv', name, value]),
  ]
    .map((each) => `${each}\0`)
    .join('');
}

/** Ends everything that an exec has started: below its tool, or left without parent since the tool was started. */
function killExec(first: number, tool: number): Promise<void> {
  const since = readProcess(tool)?.startedTicks ?? Number.POSITIVE_INFINITY;
  const isThere = () => readProcess(tool)?.startedTicks === since;
  const members = () => {
    const table = readProcesses();
    const orphans = below(table, first, ({ startedTicks }) => startedTicks >= since);
    const own = isThere() ? below(table, tool) : [];
    return [...new Set([...own, ...orphans].map(({ pid }) => pid))];
  };
  return killAll(members, { pid: tool, isThere });
}

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
  const code = exitCodeIn(run.status);
  if (wasOutOfMemory && code === KILLED) return { kind: 'killed', by: 'memory', ...outputs };
  if (code !== null) return { kind: 'exited', code, ...outputs };
  const wasStarted = run.status.includes('child-pid') && !stderr.includes('bwrap: ');
  // Killed with its tool, by a program inside or with the whole sandbox.
  if (wasStarted && !hasEnded) return { kind: 'exited', code: KILLED, ...outputs };
  if (wasStarted) return { kind: 'killed', by: 'stop', ...outputs };
  return { kind: 'notStarted', reason: stderr.trim() || 'The sandbox has ended.', stdout: '', stderr: '' };
}
