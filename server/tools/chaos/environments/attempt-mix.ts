import type { EnvironmentTask } from '@/lib/domain/environment-task';
import type { ArchivedFile } from '@/lib/environments/task-folders';
import type { Rng } from '@/lib/random/seeded-rng';
import type { AttemptResult, TaskSolver } from '@/server/adapters/environments/attempt-result';
import { type AttemptParts, attemptTask } from '@/server/adapters/environments/attempt-task';
import { idleSolver, oracleSolver } from '@/server/adapters/environments/oracle-solver';
import { runInstalledAgent } from '@/server/adapters/environments/terminal/run-installed-agent';
import { runTerminalLoop } from '@/server/adapters/environments/terminal/run-terminal-loop';
import { openTerminal } from '@/server/adapters/environments/terminal/terminal-session';
import { bubblewrapSandboxes } from '@/server/adapters/sandbox/bubblewrap';
import { agentJob } from '@/server/adapters/testing/agent-job';
import { withProxySocket } from '@/server/worker/environments/with-proxy-socket';

/** Attempts of all kinds, each with what it has to end as. */
export interface Attempted {
  readonly task: EnvironmentTask;
  readonly files: readonly ArchivedFile[];
  readonly rng: Rng;
}

export interface AttemptKind {
  readonly name: string;
  readonly expected: string;
  run(attempted: Attempted): Promise<AttemptResult>;
}

/** Background programs, one of them deaf to signals and one halted once it is `sleep`; a large file, a pipe, odd links; mounts that are refused. */
export const MESS = `mkdir -p /tmp/mess && cd /tmp/mess
setsid sleep 3600 > /dev/null 2>&1 &
(trap '' TERM HUP INT; while :; do sleep 600; done) > /dev/null 2>&1 &
sleep 3600 > /dev/null 2>&1 & until [ "$(cat /proc/$!/comm)" = sleep ]; do :; done; kill -STOP $!
perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local => "/tmp/mess/socket", Listen => 1); sleep 3600' > /dev/null 2>&1 &
dd if=/dev/zero of=big bs=1M count=24 2> /dev/null; dd if=/dev/zero of=/dev/shm/big bs=1M count=4 2> /dev/null
mkfifo pipe; ln -s / root; ln -s /proc/self/fd fds; mkdir -p $(printf 'deep/%.0s' $(seq 40)); touch "$(printf 'odd\\nname')"
mkdir mounted; mount -t tmpfs none mounted; mount --bind / mounted; unshare --mount --map-root-user mount -t proc proc mounted
exec 9< big; true`;

const KEYS = [
  `cat > /tmp/mess.sh <<'MESS'\n${MESS}\nMESS\n`,
  'bash /tmp/mess.sh 2> /dev/null\n',
  'sleep 3600 &\n',
];
const REPLIES = [
  JSON.stringify({
    ...{ analysis: '', plan: '' },
    commands: KEYS.map((keystrokes) => ({ keystrokes, duration: 5 })),
  }),
  ...[1, 2].map(() => JSON.stringify({ analysis: '', plan: '', commands: [], task_complete: true })),
];
const LIMITS = { timeoutMs: 3_600_000, outputBytesMax: 1_000_000 };

const messySolver =
  (script: string): TaskSolver =>
  async ({ sandbox, workdir: cwd, signal }) => {
    await sandbox.exec({ argv: ['bash', '-c', MESS], cwd, signal, ...LIMITS });
    await sandbox.exec({ argv: ['bash', '-c', script], cwd, signal, ...LIMITS });
  };

const terminalSolver =
  (replies: readonly string[]): TaskSolver =>
  async (place) => {
    let turn = 0;
    const session = await openTerminal(place);
    await runTerminalLoop({
      ...{ session, instruction: place.instruction, system: '', form: 'json', signal: place.signal },
      async ask() {
        turn += 1;
        const text = replies[turn - 1];
        return text === undefined ? 'limit' : { text };
      },
    });
  };

const attempt = ({ task, files }: Attempted, solve: TaskSolver, more: Partial<AttemptParts> = {}) =>
  attemptTask({
    ...{ sandboxes: bubblewrapSandboxes, task, files, solve },
    ...{ signal: new AbortController().signal, ...more },
  });

const installed = (attempted: Attempted, after: string) => {
  const job = agentJob({ deadlineSeconds: 3600 });
  return withProxySocket(job, (socket) =>
    attempt(
      attempted,
      async (place) => {
        const command = `${MESS}\n${after}`;
        await runInstalledAgent({ place, command, job, proxySocketPath: socket.path });
      },
      { socket },
    ),
  );
};

const SECONDS = 2;
const CANCELLED_MS_MAX = 2_500;

function shortened(attempted: Attempted, phase: 'agent' | 'verifier'): Attempted {
  const steps = attempted.task.steps.map((step) => ({
    ...step,
    [phase]: {
      ...step[phase],
      timeoutSeconds: SECONDS,
      ...(phase === 'verifier' && { command: `${MESS}\nsleep 3600` }),
    },
  }));
  return { ...attempted, task: { ...attempted.task, steps } };
}

export const KINDS: readonly AttemptKind[] = [
  { name: 'oracle', expected: 'reward 1', run: (one) => attempt(one, oracleSolver(one.files)) },
  { name: 'no-op', expected: 'reward 0', run: (one) => attempt(one, idleSolver) },
  { name: 'messy agent', expected: 'reward 0', run: (one) => attempt(one, messySolver('true')) },
  { name: 'terminal agent', expected: 'reward 0', run: (one) => attempt(one, terminalSolver(REPLIES)) },
  { name: 'installed agent', expected: 'reward 0', run: (one) => installed(one, 'sleep 3600 & true') },
  {
    name: 'agent out of time',
    expected: 'reward 0, out of time',
    run: (one) => attempt(shortened(one, 'agent'), messySolver('sleep 3600')),
  },
  {
    name: 'tests out of time',
    expected: 'not judged: verifier timeout',
    run: (one) => attempt(shortened(one, 'verifier'), idleSolver),
  },
  {
    name: 'cancelled',
    expected: 'not judged: stopped stopped',
    run: (one) =>
      attempt(one, messySolver('sleep 3600'), {
        signal: AbortSignal.timeout(one.rng.nextInt(1, CANCELLED_MS_MAX)),
      }),
  },
];

/** Agents that never end. */
export const ENDLESS: readonly ((attempted: Attempted) => Promise<AttemptResult>)[] = [
  (one) => attempt(one, messySolver('sleep 3600')),
  (one) => attempt(one, terminalSolver([...REPLIES.slice(0, 1), ...endlessReplies()])),
  (one) => installed(one, 'sleep 3600'),
];
/** Programs named `sleep` of each, once it has left its mess: two of its sandbox and three of the mess. */
export const SLEEPS = 5;

function endlessReplies(): string[] {
  const commands = [{ keystrokes: 'sleep 1\n', duration: 60 }];
  return Array.from({ length: 3600 }, () => JSON.stringify({ analysis: '', plan: '', commands }));
}

export const wordsOf = (result: AttemptResult): string =>
  result.kind === 'judged'
    ? `reward ${result.reward}${result.agentTimedOut ? ', out of time' : ''}`
    : `not judged: ${result.phase} ${result.code}${result.phase === 'start' ? `, ${result.detail}` : ''}`;
