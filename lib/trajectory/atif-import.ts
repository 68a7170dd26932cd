import { ATIF_VERSIONS } from '@/lib/domain/atif-document';
import {
  type AgentStep,
  brokenCall,
  type StepMetrics,
  type ToolCall,
  type ToolDefinition,
  type ToolResult,
  TRAJECTORY_VERSION,
  type Trajectory,
  type TrajectoryStep,
  trajectory as trajectorySchema,
} from '@/lib/domain/trajectory';
import { type AtifFault, atifFaults } from './atif-faults';
import { contentText, count, isRecord, listOf, numberOr, type Outside, textOf } from './outside-values';
import { isFailed } from './tool-error';

const NESTING_MAX = 10;
const PROBLEMS_MAX = 20;

export interface ImportedTrajectory {
  /** Null = the document is no trajectory at all. */
  readonly trajectory: Trajectory | null;
  /** A sentence for each part that could not be read or that ATIF has otherwise. */
  readonly problems: readonly string[];
}

interface Reading {
  readonly steps: { readonly step: TrajectoryStep; readonly index: number | null }[];
  readonly problems: string[];
  branches: number;
}

/**
 * An ATIF document as a trajectory: 1.0 to 1.7, of any tool. It reads what it can and says what it cannot. Each embedded
 * subagent is a branch. Times of the day are not read; `exportAtif` writes its own in `extra.waggle`.
 */
export function importAtif(document: unknown): ImportedTrajectory {
  if (!isRecord(document) || !Array.isArray(document.steps))
    return { trajectory: null, problems: ['The document has no list of steps, so it is not ATIF.'] };
  const reading: Reading = { steps: [], problems: [], branches: 0 };
  if (!ATIF_VERSIONS.includes(textOf(document.schema_version)))
    reading.problems.push('The document names no version from ATIF-v1.0 to ATIF-v1.7; it was read as 1.7.');
  if (document.continued_trajectory_ref !== undefined && document.continued_trajectory_ref !== null)
    reading.problems.push('The trajectory continues in another file, which was not sent.');
  readBranch(document, 0, reading);
  for (const fault of atifFaults(document)) if (!isTold(fault)) reading.problems.push(fault.sentence);
  const own = ownOf(document);
  const agent = isRecord(document.agent) ? document.agent : {};
  const known = trajectorySchema.shape.branches.safeParse(own?.branches).data;
  const branches = known?.every(({ after }) => after === null || after < reading.steps.length) ? known : null;
  const unordered = Array.from({ length: reading.branches }, () => ({ after: null }));
  return {
    trajectory: {
      version: TRAJECTORY_VERSION,
      agent: { name: textOf(agent.name), version: textOf(agent.version) },
      tools: listOf(agent.tool_definitions).map(toolOf),
      steps: inOrder(reading.steps),
      ...(own === null ? { branches: unordered } : branches && { branches }),
      broken: brokenCall.array().safeParse(own?.broken).data ?? [],
    },
    problems: reading.problems.slice(0, PROBLEMS_MAX),
  };
}

/** The reading itself tells of versions, sources and steps that it cannot take; no step at all is for its caller. */
function isTold({ path, kind }: AtifFault): boolean {
  const last = path.at(-1) ?? '';
  if (last === 'steps') return kind === 'range';
  return last === 'schema_version' || (last === 'source' && kind === 'choice') || /^\d+$/.test(last);
}

function readBranch(document: Outside, depth: number, reading: Reading): void {
  const branch = reading.branches;
  reading.branches += 1;
  for (const [position, step] of listOf(document.steps).entries()) {
    if (isRecord(step)) reading.steps.push({ step: stepOf(step, branch, reading), index: indexOf(step) });
    else reading.problems.push(`Step ${position + 1} of branch ${branch} is not an object and was left out.`);
  }
  for (const subagent of listOf(document.subagent_trajectories)) {
    if (!isRecord(subagent)) reading.problems.push('A subagent is not an object and was left out.');
    else if (depth === NESTING_MAX)
      reading.problems.push('Subagents are nested too deeply; some were left out.');
    else readBranch(subagent, depth + 1, reading);
  }
}

function stepOf(step: Outside, branch: number, reading: Reading): TrajectoryStep {
  const own = ownOf(step);
  const head = { branch, atMs: own?.atMs === undefined ? null : numberOr(own.atMs, null) };
  const results = isRecord(step.observation) ? listOf(step.observation.results).filter(isRecord) : [];
  const text = contentText(step.message);
  if (results.some((result) => listOf(result.subagent_trajectory_ref).some(isElsewhere)))
    reading.problems.push('A subagent is in another file, which was not sent.');
  if (step.source === 'agent') return { source: 'agent', ...head, text, ...spokenOf(step, results) };
  if (step.source !== 'system' && step.source !== 'user')
    reading.problems.push(`A step has the source "${textOf(step.source)}"; it was read as a user's.`);
  const observed = results.map((result) => contentText(result.content));
  const whole = [text, ...observed].filter((part) => part !== '').join('\n');
  return { source: step.source === 'system' ? 'system' : 'user', ...head, text: whole };
}

function spokenOf(
  step: Outside,
  results: readonly Outside[],
): Omit<AgentStep, 'source' | 'branch' | 'atMs' | 'text'> {
  return {
    reasoning: contentText(step.reasoning_content),
    toolCalls: listOf(step.tool_calls).filter(isRecord).map(callOf),
    results: results.map(resultOf),
    model: textOf(step.model_name),
    finish: textOf(ownOf(step)?.finish),
    metrics: metricsOf(isRecord(step.metrics) ? step.metrics : {}),
  };
}

function callOf(call: Outside): ToolCall {
  const own = ownOf(call);
  const given = call.arguments;
  const written = typeof given === 'string' ? given : (JSON.stringify(given ?? {}) ?? '');
  return {
    id: typeof own?.id === 'string' ? own.id : textOf(call.tool_call_id),
    name: typeof own?.name === 'string' ? own.name : textOf(call.function_name),
    arguments: typeof own?.arguments === 'string' ? own.arguments : written,
  };
}

function resultOf(result: Outside): ToolResult {
  const own = ownOf(result);
  const callId = own === null ? result.source_call_id : own.callId;
  const said = {
    callId: typeof callId === 'string' ? callId : null,
    content: contentText(result.content),
    isError: own?.isError === true,
  };
  return { ...said, isError: isFailed(said, own !== null) };
}

function metricsOf(metrics: Outside): StepMetrics {
  const own = ownOf(metrics);
  const by = own?.by;
  return {
    tokensIn: count(metrics.prompt_tokens, 0),
    tokensOut: count(metrics.completion_tokens, 0),
    tokensCached: count(metrics.cached_tokens, 0),
    costUsd: numberOr(metrics.cost_usd, null),
    delayMs: numberOr(own?.delayMs, null),
    by: by === 'proxy' || by === 'reservation' ? by : 'agent',
  };
}

/** A definition as OpenAI writes it, or flat. */
function toolOf(definition: unknown): ToolDefinition {
  const outer = isRecord(definition) ? definition : {};
  const inner = isRecord(outer.function) ? outer.function : outer;
  const parameters = ownOf(outer)?.parameters ?? inner.parameters ?? inner.input_schema ?? {};
  return {
    name: textOf(inner.name),
    description: textOf(inner.description),
    parameters: typeof parameters === 'string' ? parameters : (JSON.stringify(parameters) ?? '{}'),
  };
}

/** Steps of our own documents know their order across branches; others stay branch by branch. */
function inOrder(steps: Reading['steps']): TrajectoryStep[] {
  const isNumbered = steps.every(({ index }) => index !== null);
  const sorted = isNumbered ? steps.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0)) : steps;
  return sorted.map(({ step }) => step);
}

const indexOf = (step: Outside) => numberOr(ownOf(step)?.index, null);

const isElsewhere = (ref: unknown) => isRecord(ref) && textOf(ref.trajectory_path) !== '';

function ownOf({ extra }: Outside): Outside | null {
  return isRecord(extra) && isRecord(extra.waggle) ? extra.waggle : null;
}
