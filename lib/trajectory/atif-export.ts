import type { JsonObject, JsonValue } from '@/lib/domain/json';
import {
  type AgentStep,
  isAgentStep,
  type StepMetrics,
  type ToolCall,
  type ToolDefinition,
  type Trajectory,
  type TrajectoryStep,
} from '@/lib/domain/trajectory';

export const ATIF_VERSION = 'ATIF-v1.7';

type Numbered = TrajectoryStep & { readonly index: number };

/**
 * The trajectory as an ATIF 1.7 document. Branch 0 is the trajectory, every other branch an embedded subagent. What ATIF
 * has no field for (order across branches, failed results, broken calls, texts that are not JSON) is in
 * `extra.waggle`, so that `importAtif` gives back the same trajectory. Times are in `extra` too: ATIF's are of the day.
 */
export function exportAtif(trajectory: Trajectory, id: string): JsonObject {
  const numbered = trajectory.steps.map((step, index) => ({ ...step, index }));
  const byBranch = new Map<number, Numbered[]>();
  for (const step of numbered) {
    const known = byBranch.get(step.branch);
    if (known === undefined) byBranch.set(step.branch, [step]);
    else known.push(step);
  }
  const others = [...byBranch.keys()].filter((branch) => branch !== 0).sort((a, b) => a - b);
  const agent = agentOf(trajectory);
  const part = (branch: number) => ({
    schema_version: ATIF_VERSION,
    trajectory_id: branch === 0 ? id : `${id}-branch-${branch}`,
    agent,
    steps: (byBranch.get(branch) ?? []).map(stepOf),
  });
  const main = part(0);
  const { broken, branches } = trajectory;
  return {
    ...main,
    final_metrics: totalOf(trajectory, main.steps.length),
    ...(others.length > 0 && {
      subagent_trajectories: others.map(part),
    }),
    extra: { waggle: { broken, ...(branches && { branches }) } },
  };
}

function agentOf({ agent, tools, steps }: Trajectory): JsonObject {
  const model = steps.filter(isAgentStep).find((step) => step.model !== '')?.model;
  return {
    name: agent.name || 'unknown',
    version: agent.version || 'unknown',
    ...(model !== undefined && { model_name: model }),
    tool_definitions: tools.map(toolOf),
  };
}

function toolOf({ name, description, parameters }: ToolDefinition): JsonObject {
  const { value, raw } = asObject(parameters);
  const definition = { type: 'function', function: { name, description, parameters: value } };
  return raw === null ? definition : { ...definition, extra: { waggle: { parameters: raw } } };
}

function stepOf(step: Numbered, position: number): JsonObject {
  const { source, text, atMs, index } = step;
  const head = { step_id: position + 1, source, message: text };
  if (!isAgentStep(step)) return { ...head, extra: { waggle: { index, atMs } } };
  return {
    ...head,
    ...(step.model !== '' && { model_name: step.model }),
    ...(step.reasoning !== '' && { reasoning_content: step.reasoning }),
    ...(step.toolCalls.length > 0 && { tool_calls: step.toolCalls.map(callOf) }),
    ...(step.results.length > 0 && { observation: { results: resultsOf(step) } }),
    metrics: metricsOf(step.metrics),
    extra: { waggle: { index, atMs, finish: step.finish } },
  };
}

/** Calls without an id are given one, since ATIF requires it. */
function callOf(call: ToolCall, position: number): JsonObject {
  const { value, raw } = asObject(call.arguments);
  const own = {
    ...(call.id === '' && { id: '' }),
    ...(call.name === '' && { name: '' }),
    ...(raw !== null && { arguments: raw }),
  };
  return {
    tool_call_id: call.id || `call-${position + 1}`,
    function_name: call.name || 'unknown',
    arguments: value,
    ...(Object.keys(own).length > 0 && { extra: { waggle: own } }),
  };
}

function resultsOf({ toolCalls, results }: AgentStep): JsonObject[] {
  const ids = new Set(toolCalls.map(({ id }) => id).filter((id) => id !== ''));
  return results.map(({ callId, content, isError }) => ({
    source_call_id: callId !== null && ids.has(callId) ? callId : null,
    content,
    extra: { waggle: { callId, isError } },
  }));
}

const metricsOf = ({ tokensIn, tokensOut, tokensCached, costUsd, delayMs, by }: StepMetrics): JsonObject => ({
  prompt_tokens: tokensIn,
  completion_tokens: tokensOut,
  cached_tokens: tokensCached,
  ...(costUsd !== null && { cost_usd: costUsd }),
  extra: { waggle: { delayMs, by } },
});

/** Sums of the whole rollout, broken calls included; without a cost where one is not known. */
function totalOf({ steps, broken }: Trajectory, totalSteps: number): JsonObject {
  const all = [...steps.filter(isAgentStep), ...broken].map(({ metrics }) => metrics);
  const sum = (of: (metrics: StepMetrics) => number) =>
    all.reduce((total, metrics) => total + of(metrics), 0);
  const isPriced = all.every(({ costUsd }) => costUsd !== null);
  return {
    total_prompt_tokens: sum(({ tokensIn }) => tokensIn),
    total_completion_tokens: sum(({ tokensOut }) => tokensOut),
    total_cached_tokens: sum(({ tokensCached }) => tokensCached),
    ...(isPriced && { total_cost_usd: sum(({ costUsd }) => costUsd ?? 0) }),
    total_steps: totalSteps,
  };
}

/** JSON text as an object; `raw` is the text where writing the object again would not give it back. */
function asObject(text: string): { readonly value: JsonObject; readonly raw: string | null } {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value: {}, raw: text };
  return { value: value as JsonObject, raw: JSON.stringify(value) === text ? null : text };
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
