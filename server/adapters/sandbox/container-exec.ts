import { randomUUID } from 'node:crypto';
import type { ExecEnd, ExecRequest } from '@/lib/ports/sandbox';
import { askEngine, type ContainerEngine, runEngine, variablesFor } from './container-engine';
import { send } from './kill-all';
import type { ToolEnd } from './run-limits';

/**
 * One program in a container. The command line ends without its program when it is killed, so programs are found by a
 * variable that all they start inherits; one that clears its environment is ended with its container only.
 */
const MARK = 'WAGGLE_EXEC';
const KILL_MARKED = `while found=$(grep -l "${MARK}=$0" /proc/[0-9]*/environ 2>/dev/null); [ -n "$found" ]; do
  for at in $found; do at=\${at#/proc/}; kill -9 "\${at%/environ}"; done 2>/dev/null
done`;
const KILLED = 137;
const NOT_STARTED =
  /OCI runtime|No such container|is not running|Error response from daemon|executable file/i;

export async function execInContainer(
  engine: ContainerEngine,
  name: string,
  request: ExecRequest & { readonly signal: AbortSignal },
): Promise<ExecEnd> {
  const mark = randomUUID();
  const variables = variablesFor({ ...request.env, [MARK]: mark });
  const args = [
    ...['exec', '-i', ...(request.user === undefined ? [] : ['--user', request.user])],
    ...(request.cwd === undefined ? [] : ['--workdir', request.cwd]),
    ...[...variables.args, name, ...request.argv],
  ];
  const run = await runEngine(engine, args, {
    settings: variables.settings,
    stdin: request.stdin ?? '',
    timeoutMs: request.timeoutMs,
    outputBytesMax: request.outputBytesMax,
    signal: request.signal,
    async kill(pid) {
      await runEngine(engine, ['exec', '--user', '0', name, 'sh', '-c', KILL_MARKED, mark]);
      send(pid, 'SIGKILL');
    },
  });
  return endOf(run, run.code === KILLED && (await wasOutOfMemory(engine, name)));
}

async function wasOutOfMemory(engine: ContainerEngine, name: string): Promise<boolean> {
  const state = await askEngine(engine, ['inspect', '--format', '{{.State.OOMKilled}}', name]).catch(
    () => '',
  );
  return state.trim() === 'true';
}

function endOf(run: ToolEnd, isOverMemory: boolean): ExecEnd {
  const [stdout, stderr] = [run.stdout.toString(), run.stderr.toString()];
  if (run.cut === 'timeout' || run.cut === 'overOutput') return { kind: run.cut, stdout, stderr };
  if (run.cut !== null) return { kind: 'killed', by: run.cut, stdout, stderr };
  if (isOverMemory) return { kind: 'killed', by: 'memory', stdout, stderr };
  const isTheEngines = run.code === null || run.code >= 125 || run.code === 1;
  if (isTheEngines && NOT_STARTED.test(stderr))
    return { kind: 'notStarted', reason: stderr.trim(), stdout: '', stderr: '' };
  return { kind: 'exited', code: run.code ?? KILLED, stdout, stderr };
}
