import type pg from 'pg';
import type { AgentSettings } from '@/lib/domain/agent';
import type { EnvironmentTask } from '@/lib/domain/environment-task';
import type { EnvironmentVerdict } from '@/lib/domain/environment-verdict';
import type { RolloutJob } from '@/lib/domain/rollout-documents';
import type { AgentCarrier, CarryContext, CarryEnd } from '@/lib/ports/agent';
import type { Sandboxes } from '@/lib/ports/sandbox';
import { infrastructureFault } from '@/server/adapters/agents/read-outcome';
import type { AttemptResult, TaskSolver } from '@/server/adapters/environments/attempt-result';
import { attemptTask } from '@/server/adapters/environments/attempt-task';
import { runInstalledAgent } from '@/server/adapters/environments/terminal/run-installed-agent';
import { runTerminalLoop } from '@/server/adapters/environments/terminal/run-terminal-loop';
import { openTerminal } from '@/server/adapters/environments/terminal/terminal-session';
import { logOf } from '@/server/observability/log';
import { readEnvironmentTask } from '@/server/repositories/environment-tasks';
import { failedModel } from '../agents/failed-model';
import { ModelFault } from '../tool-loop/ask-model';
import { judgedOutcome } from './environment-outcome';
import { proxiedModels } from './proxied-models';
import { withProxySocket } from './with-proxy-socket';

/**
 * The terminal agent in the sandbox of its task: the built-in loop, or a command of the sandbox's own. The task's tests judge what it left, also where it ran out of time or
 * calls; a sandbox or tests that failed are missing data, which is tried again.
 */
export interface TerminalAgentParts {
  readonly pool: pg.Pool;
  readonly workspaceId: string;
  readonly settings: Extract<AgentSettings, { kind: 'terminal' }>;
  readonly proxyUrl: string;
  readonly sandboxes: Sandboxes;
}

export function makeTerminalAgent({
  pool,
  workspaceId,
  settings,
  proxyUrl,
  sandboxes,
}: TerminalAgentParts): AgentCarrier {
  const modelOf = proxiedModels(proxyUrl, settings.rolloutsMax);

  async function attempt(job: RolloutJob, hash: string, signal: AbortSignal): Promise<CarryEnd> {
    const stored = await readEnvironmentTask(pool, { workspaceId, hash });
    if (stored === null) return infrastructureFault('environmentMissing', null);
    let said = '';
    const { command } = settings;
    if (command !== null)
      return await withProxySocket(job, async (socket) => {
        const solve: TaskSolver = async (place) => {
          const proxySocketPath = socket.path;
          said = (await runInstalledAgent({ place, command, job, proxySocketPath })).text;
        };
        const result = await attemptTask({ sandboxes, ...stored, solve, signal, socket });
        return endOf(job, said, { result, task: stored.task });
      });
    const model = modelOf(job);
    const solve: TaskSolver = async (place) => {
      const session = await openTerminal(place);
      const ended = await runTerminalLoop({
        ...{ session, instruction: place.instruction, form: settings.replies, signal: place.signal },
        system: job.candidate.components.system ?? '',
        ask: async (messages) => {
          const turn = await model(
            messages.map((message) => ({ ...message })),
            [],
            place.signal,
          );
          if (turn !== 'limit') said = turn.text;
          return turn;
        },
      });
      said = ended.text;
    };
    try {
      const result = await attemptTask({ sandboxes, ...stored, solve, signal });
      return endOf(job, said, { result, task: stored.task });
    } catch (error) {
      if (error instanceof ModelFault) return failedModel(job, error);
      throw error;
    }
  }

  return {
    async carry(job, { signal, environment }: CarryContext) {
      if (environment?.kind !== 'task') return infrastructureFault('environmentMissing', null);
      try {
        return await attempt(job, environment.hash, signal);
      } catch (error) {
        if (signal.aborted) return { kind: 'stopped' };
        throw error;
      }
    },
  };
}

interface Ended {
  readonly result: AttemptResult;
  readonly task: EnvironmentTask;
}

function endOf(job: RolloutJob, said: string, { result, task: { withoutNetwork } }: Ended): CarryEnd {
  if (result.kind === 'judged') return judgedOutcome(job, said, { ...verdictOf(result), withoutNetwork });
  const { phase, code, detail } = result;
  if (phase === 'stopped') return { kind: 'stopped' };
  logOf('environment').warn({ rolloutId: job.rolloutId, phase, code }, detail);
  return infrastructureFault('environmentFailed', null);
}

function verdictOf(
  result: Extract<AttemptResult, { kind: 'judged' }>,
): Omit<EnvironmentVerdict, 'withoutNetwork'> {
  const { reward, rewards, steps, changedFiles, agentTimedOut } = result;
  const tests = steps.flatMap((step) => Object.entries(step.tests ?? {}));
  return {
    ...{ value: reward, rewards, timedOut: agentTimedOut },
    tests: tests.length === 0 ? null : Object.fromEntries(tests),
    output: steps.map(({ output }) => output.trim()).join('\n\n'),
    changedFiles: changedFiles.map(({ path, change }) => ({ path, change })),
  };
}
