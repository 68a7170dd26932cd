import type pg from 'pg';
import type { AgentSettings } from '@/lib/domain/agent';
import type { RolloutJob } from '@/lib/domain/rollout-documents';
import type { AgentCarrier, CarryContext, CarryEnd } from '@/lib/ports/agent';
import type { Sandboxes } from '@/lib/ports/sandbox';
import { infrastructureFault } from '@/server/adapters/agents/read-outcome';
import type { TaskSolver } from '@/server/adapters/environments/attempt-result';
import { attemptTask } from '@/server/adapters/environments/attempt-task';
import { runInstalledAgent } from '@/server/adapters/environments/terminal/run-installed-agent';
import { runTerminalLoop } from '@/server/adapters/environments/terminal/run-terminal-loop';
import { openTerminal } from '@/server/adapters/environments/terminal/terminal-session';
import { readEnvironmentTask } from '@/server/repositories/environment-tasks';
import { failedModel } from '../agents/failed-model';
import { ModelFault } from '../tool-loop/ask-model';
import { endOfAttempt } from './environment-outcome';
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
    const { withoutNetwork } = stored.task;
    let said = '';
    const { command } = settings;
    if (command !== null)
      return await withProxySocket(job, async (socket) => {
        const solve: TaskSolver = async (place) => {
          const proxySocketPath = socket.path;
          said = (await runInstalledAgent({ place, command, job, proxySocketPath })).text;
        };
        const result = await attemptTask({ sandboxes, ...stored, solve, signal, socket });
        return endOfAttempt(job, { said, result, withoutNetwork });
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
      return endOfAttempt(job, { said, result, withoutNetwork });
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
