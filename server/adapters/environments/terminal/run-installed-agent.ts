import { type RolloutJob, type RolloutOutcome, rolloutOutcome } from '@/lib/domain/rollout-documents';
import type { ExecEnd } from '@/lib/ports/sandbox';
import { isOutcomeOf, parsedJson } from '@/server/adapters/agents/read-outcome';
import { AttemptStopped, notJudged, type SolvePlace } from '../attempt-result';
import { FORWARD } from './forwarder';

/**
 * An agent of the user's own, started by a command inside of the sandbox. It finds the job in the file that WAGGLE_JOB names
 * and the recording proxy on loopback. The environment scores what it leaves, so a reward that it sends is not taken.
 */
export interface InstalledAgent {
  readonly place: Pick<SolvePlace, 'sandbox' | 'workdir' | 'variables' | 'user' | 'signal'>;
  readonly command: string;
  readonly job: RolloutJob;
  /** Where the sandbox shows the socket that leads to the proxy. */
  readonly proxySocketPath: string;
}

export interface AgentRun {
  readonly end: Exclude<ExecEnd['kind'], 'notStarted'>;
  /** The exit code, where it ended by itself. */
  readonly code: number | null;
  /** The last line of its output where that is an outcome of this job, without its reward. */
  readonly outcome: RolloutOutcome | null;
  /** The agent's last words: the outcome's text, else the end of its output. */
  readonly text: string;
}

const JOB_FILE = '/run/agent/job.json';
const TEXT_CHARS = 2_000;
const START_MS = 15_000;
const OUTPUT_BYTES_MAX = 16 * 1024 ** 2;

/** @throws AttemptStopped where the agent cannot be started, or the signal's reason */
export async function runInstalledAgent(agent: InstalledAgent): Promise<AgentRun> {
  const { place, command } = agent;
  const { sandbox, workdir, variables, user, signal } = place;
  const port = await startForwarder(agent);
  const job = onLoopback(agent.job, port);
  const content = new TextEncoder().encode(JSON.stringify(job));
  await sandbox.copyIn([{ path: JOB_FILE, content, isExecutable: false }]);
  const end = await sandbox.exec({
    argv: ['bash', '-c', command],
    ...(user !== undefined && { user }),
    env: { ...variables, ...variablesOf(job) },
    ...{ cwd: workdir, signal, timeoutMs: job.deadlineSeconds * 1000, outputBytesMax: OUTPUT_BYTES_MAX },
  });
  signal.throwIfAborted();
  if (end.kind === 'notStarted') throw new AttemptStopped(notJudged('setup', 'agent', end.reason));
  const outcome = outcomeIn(end.stdout, job);
  return {
    ...{ end: end.kind, code: end.kind === 'exited' ? end.code : null, outcome },
    text: outcome?.status === 'completed' ? outcome.output.text : end.stdout.trimEnd().slice(-TEXT_CHARS),
  };
}

/** The port of loopback, inside, that leads to the socket. It stays until the sandbox ends. */
async function startForwarder({ place, proxySocketPath }: InstalledAgent): Promise<number> {
  const { sandbox, signal } = place;
  const end = await sandbox.exec({
    argv: ['perl', '-e', FORWARD, proxySocketPath],
    ...{ cwd: '/', signal, timeoutMs: START_MS, outputBytesMax: 10_000 },
  });
  signal.throwIfAborted();
  const port = end.kind === 'exited' && end.code === 0 ? Number(end.stdout) : 0;
  if (Number.isInteger(port) && port > 0) return port;
  const said = end.kind === 'notStarted' ? end.reason : `${end.kind} ${end.stderr}`;
  const sentence = `The recording proxy cannot be reached from inside; it needs Perl in the task's machine: ${said}`;
  throw new AttemptStopped(notJudged('setup', 'forwarder', sentence));
}

/** The job with the addresses as they are inside. */
function onLoopback(job: RolloutJob, port: number): RolloutJob {
  const inside = (address: string) => {
    const { pathname, search } = new URL(address);
    return `http://127.0.0.1:${port}${pathname}${search}`;
  };
  const { model, control } = job;
  return {
    ...job,
    ...(model && {
      model: {
        ...model,
        openaiBaseUrl: inside(model.openaiBaseUrl),
        anthropicBaseUrl: inside(model.anthropicBaseUrl),
      },
    }),
    control: {
      ...control,
      heartbeatUrl: inside(control.heartbeatUrl),
      resultUrl: inside(control.resultUrl),
    },
  };
}

/** Names of our own, as for programs: `OPENAI_*` would reach every program that the agent starts. */
function variablesOf({ model }: RolloutJob): Record<string, string> {
  return {
    WAGGLE_JOB: JOB_FILE,
    ...(model && {
      WAGGLE_OPENAI_BASE_URL: model.openaiBaseUrl,
      WAGGLE_ANTHROPIC_BASE_URL: model.anthropicBaseUrl,
      WAGGLE_API_KEY: model.apiKey,
      WAGGLE_MODEL: model.name,
    }),
  };
}

function outcomeIn(stdout: string, job: RolloutJob): RolloutOutcome | null {
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  const parsed = rolloutOutcome.safeParse(parsedJson(last));
  if (!parsed.success || !isOutcomeOf(parsed.data, job)) return null;
  return parsed.data.status === 'completed' ? { ...parsed.data, reward: null } : parsed.data;
}
