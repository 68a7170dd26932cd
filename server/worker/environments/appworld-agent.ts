import type { EnvironmentVerdict } from '@/lib/domain/environment-verdict';
import type { RolloutJob } from '@/lib/domain/rollout-documents';
import { type SolvedTask, solveTask } from '@/lib/environments/appworld/solve-task';
import type { AgentCarrier, CarryContext, CarryEnd } from '@/lib/ports/agent';
import { infrastructureFault } from '@/server/adapters/agents/read-outcome';
import type { WorldPool } from '@/server/adapters/appworld/world-pool';
import { failedModel } from '../agents/failed-model';
import { ModelFault } from '../tool-loop/ask-model';
import { judgedOutcome } from './environment-outcome';
import { proxiedModels } from './proxied-models';

/**
 * The code agent in a world of an AppWorld server: a server is leased for each rollout, the component `system` is its
 * playbook, and the world's own tests judge the end state. A world that is lost is missing data.
 */
export interface AppWorldAgentParts {
  readonly worlds: WorldPool;
  readonly proxyUrl: string;
  readonly rolloutsMax: number;
}

export function makeAppWorldAgent({ worlds, proxyUrl, rolloutsMax }: AppWorldAgentParts): AgentCarrier {
  const modelOf = proxiedModels(proxyUrl, rolloutsMax);

  async function attempt(job: RolloutJob, taskId: string, signal: AbortSignal): Promise<CarryEnd> {
    const leased = await worlds.lease(signal);
    if (!leased.ok) return infrastructureFault('environmentFailed', leased.fault.status);
    const model = modelOf(job);
    try {
      const solved = await solveTask({
        ...{ world: leased.value.world, taskId, playbook: job.candidate.components.system ?? '' },
        stepsMax: job.limits.modelCalls,
        ask: (messages) =>
          model(
            messages.map((message) => ({ ...message })),
            [],
            signal,
          ),
      });
      if (solved.kind === 'missing') return infrastructureFault('environmentFailed', solved.fault.status);
      return judgedOutcome(job, lastReply(solved), verdictOf(solved));
    } catch (error) {
      if (error instanceof ModelFault) return failedModel(job, error);
      throw error;
    } finally {
      await leased.value.release();
    }
  }

  return {
    async carry(job, { signal, environment }: CarryContext) {
      if (environment?.kind !== 'appworld') return infrastructureFault('environmentMissing', null);
      try {
        return await attempt(job, environment.taskId, signal);
      } catch (error) {
        if (signal.aborted) return { kind: 'stopped' };
        throw error;
      }
    },
  };
}

const lastReply = ({ conversation }: SolvedTask): string =>
  conversation.findLast(({ role }) => role === 'assistant')?.content ?? '';

/** Success is what is reported; the reward to learn from leaves out tests that an idle agent passes. */
function verdictOf({ outcome, how }: SolvedTask): EnvironmentVerdict {
  const { success, learningReward, passed, tests, feedback, difficulty } = outcome;
  return {
    value: Number(success),
    rewards: {
      ...{ learning: learningReward, passed, tests },
      ...(difficulty === null ? {} : { difficulty }),
    },
    tests: null,
    output: feedback,
    changedFiles: [],
    ...{ timedOut: how !== 'completed', withoutNetwork: false },
  };
}
