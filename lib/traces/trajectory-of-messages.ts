import type { CallMessage, CallUsage } from '@/lib/domain/model-call';
import {
  type AgentStep,
  isAgentStep,
  type StepMetrics,
  type ToolDefinition,
  TRAJECTORY_VERSION,
  type Trajectory,
  type TrajectoryStep,
} from '@/lib/domain/trajectory';
import { attachResult } from '@/lib/trajectory/attach-result';

/** A message of a conversation that an agent recorded itself, with the numbers that it gave beside it. */
export interface ToldMessage extends CallMessage {
  readonly model?: string;
  readonly usage?: CallUsage | null;
  readonly costUsd?: number | null;
}

export interface ToldConversation {
  readonly agent: { readonly name: string; readonly version: string };
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly ToldMessage[];
  /** Whether its results say that a tool failed; where they do not, the wording decides. */
  readonly hasErrorFlag: boolean;
}

/**
 * A recorded conversation as a trajectory of one branch. Each message of the assistant is an agent step; a tool's result
 * goes to the step that called it, by id, else to the latest one. Tokens and cost are the agent's own count; what it did
 * not count is 0 tokens and no price. Cost: linear.
 */
export function trajectoryOfMessages({ agent, tools, messages, hasErrorFlag }: ToldConversation): Trajectory {
  const steps: TrajectoryStep[] = [];
  const callers = new Map<string, AgentStep>();
  for (const message of messages) {
    if (message.role === 'assistant') {
      const step = agentStep(message);
      for (const { id } of step.toolCalls) if (id !== '') callers.set(id, step);
      steps.push(step);
    } else if (message.role === 'tool') {
      const caller = callers.get(message.result?.callId ?? '') ?? steps.findLast(isAgentStep);
      if (caller === undefined) steps.push(toModel('user', message.result?.content ?? message.text));
      else attachResult(caller, message, hasErrorFlag);
    } else if (message.text !== '') steps.push(toModel(message.role, message.text));
  }
  return {
    ...{ version: TRAJECTORY_VERSION, agent: { ...agent }, tools: [...tools], steps },
    ...{ branches: [{ after: null }], broken: [] },
  };
}

const toModel = (source: 'system' | 'user', text: string): TrajectoryStep => ({
  ...{ source, branch: 0, atMs: null, text },
});

function agentStep({ text, reasoning = '', toolCalls = [], model = '', ...said }: ToldMessage): AgentStep {
  return {
    ...{ source: 'agent', branch: 0, atMs: null, text, reasoning, toolCalls: [...toolCalls], results: [] },
    ...{ model, finish: '', metrics: metricsOf(said) },
  };
}

function metricsOf({ usage, costUsd = null }: Pick<ToldMessage, 'usage' | 'costUsd'>): StepMetrics {
  const { tokensIn = 0, tokensOut = 0, tokensCached = 0 } = usage ?? {};
  return { tokensIn, tokensOut, tokensCached, costUsd, delayMs: null, by: 'agent' };
}
