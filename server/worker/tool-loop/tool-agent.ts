import { ROLLOUT_VERSION, type RolloutJob, type RolloutOutcome } from '@/lib/domain/rollout-documents';
import { invariant } from '@/lib/errors/invariant';
import type { AgentCarrier, CarryContext, CarryEnd } from '@/lib/ports/agent';
import { infrastructureFault } from '@/server/adapters/agents/read-outcome';
import type { Gate } from '@/server/adapters/gate';
import { guardedConnection } from '@/server/adapters/guarded-fetch';
import { ToolServerAway } from '@/server/adapters/tools/mcp-session';
import type { AgentPrograms } from '@/server/config/commands';
import { failedModel } from '../agents/failed-model';
import { askModelOf, ModelFault } from './ask-model';
import { openTools, type ToolAgentSettings, type ToolReach, ToolsChanged } from './open-tools';
import { CALLS_AT_ONCE, runLoop } from './run-loop';

/**
 * The built-in agent: a small loop of model and tools, within the worker. Its model calls go through the recording proxy,
 * so recording, limits and the proof of injection are those of every other agent.
 */
export interface ToolAgentParts {
  readonly settings: ToolAgentSettings;
  readonly secret: ToolReach['secret'];
  readonly allowedAddresses: readonly string[];
  /** Where this worker reaches the recording proxy. */
  readonly proxyUrl: string;
  /** The operator's tool servers. */
  readonly programs: AgentPrograms;
  /** Places of each of them on this worker, by name. */
  readonly places: ReadonlyMap<string, Gate>;
}

export interface ToolAgent extends AgentCarrier {
  close(): Promise<void>;
}

export function makeToolAgent(parts: ToolAgentParts): ToolAgent {
  const { settings, secret, allowedAddresses, proxyUrl, programs, places } = parts;
  const proxyHost = new URL(proxyUrl).hostname.replace(/^\[(.+)\]$/, '$1');
  const models = guardedConnection(settings.rolloutsMax, [proxyHost]);
  const connection = guardedConnection(settings.rolloutsMax * CALLS_AT_ONCE, allowedAddresses);
  // In one order for all rollouts, so that no two wait for each other's place.
  const own = settings.servers.flatMap(({ via, name }) => (via === 'command' ? [name] : [])).sort();
  const gates = own.flatMap((name) => places.get(name) ?? []);

  async function attempt(job: RolloutJob, signal: AbortSignal): Promise<CarryEnd> {
    const { model, candidate } = job;
    invariant(model, 'The calls of the built-in loop are proxied.');
    const reach = { connection, secret, programs };
    try {
      const tools = await openTools(settings, candidate.components, reach, signal);
      try {
        const ask = askModelOf(model, models);
        const text = await runLoop({ ask, tools, job, signal, toolMs: settings.toolSeconds * 1000 });
        return { kind: 'outcome', outcome: completed(job, text) };
      } finally {
        await tools.close();
      }
    } catch (error) {
      if (error instanceof ToolServerAway) return infrastructureFault('toolsAway', null);
      if (error instanceof ToolsChanged) return infrastructureFault('toolsChanged', null);
      if (error instanceof ModelFault) return failedModel(job, error);
      throw error;
    }
  }

  async function carry(job: RolloutJob, { signal, posted }: CarryContext): Promise<CarryEnd> {
    const ended = new AbortController();
    let said: RolloutOutcome | undefined;
    posted.then((outcome) => {
      said = outcome;
      ended.abort();
    });
    const until = AbortSignal.any([signal, ended.signal]);
    const end = await within(gates, () => attempt(job, until), until).catch((error: unknown) => {
      if (until.aborted) return { kind: 'stopped' } as const;
      throw error;
    });
    return said === undefined ? end : { kind: 'outcome', outcome: said };
  }

  return { carry, close: async () => void (await Promise.all([models.close(), connection.close()])) };
}

async function within<T>(
  [gate, ...rest]: readonly Gate[],
  work: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  return gate === undefined ? work() : gate(() => within(rest, work, signal), signal);
}

const headOf = ({ rolloutId, attempt }: RolloutJob) =>
  ({ version: ROLLOUT_VERSION, rolloutId, attempt }) as const;

const completed = (job: RolloutJob, text: string): RolloutOutcome => ({
  ...headOf(job),
  status: 'completed',
  output: { text: text.slice(0, OUTPUT_CHARS_MAX) },
});

/** As the outcome document takes it. */
const OUTPUT_CHARS_MAX = 1_000_000;
