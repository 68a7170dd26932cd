import type { AssembledTrace } from '@/lib/domain/collected-trace';
import { contentHash } from '@/lib/domain/content-hash';
import { storableText } from '@/lib/domain/storable-text';
import { TRACE_TEXT_MAX, type TraceSummary } from '@/lib/domain/trace-summary';
import { isAgentStep } from '@/lib/domain/trajectory';

/** Columns of a trace: texts are cut, numbers summed over its model calls. */
const ERROR_MAX = 1_000;
const NAME_MAX = 200;
const NAMES_MAX = 100;
/** Two of them added still fit the column's type. */
const INTEGER_MAX = 1_000_000_000;

export function summariseTrace(trace: AssembledTrace): TraceSummary {
  const agentSteps = trace.trajectory.steps.filter(isAgentStep);
  const metrics = [...agentSteps, ...trace.trajectory.broken].map((one) => one.metrics);
  const sum = (of: (one: (typeof metrics)[number]) => number) =>
    Math.min(INTEGER_MAX, Math.round(metrics.reduce((total, one) => total + of(one), 0)));
  const results = agentSteps.flatMap((step) => step.results);
  const calls = agentSteps.flatMap((step) => step.toolCalls);
  const { startMs, endMs, prompt } = trace;
  const priced = metrics.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    id: named(trace.id),
    source: trace.source,
    service: named(trace.service),
    name: named(trace.name),
    agentName: named(trace.trajectory.agent.name),
    models: distinct(agentSteps.map(({ model }) => model)),
    tools: distinct(calls.map(({ name }) => name)),
    promptName: prompt && named(prompt.name),
    promptVersion: prompt?.version == null ? null : named(prompt.version),
    sessionId: trace.sessionId === null ? null : named(trace.sessionId),
    userId: trace.userId === null ? null : named(trace.userId),
    exposureId: trace.exposureId,
    task: storableText(trace.task, TRACE_TEXT_MAX),
    output: storableText(trace.output, TRACE_TEXT_MAX),
    error: trace.error === null ? null : storableText(trace.error, ERROR_MAX),
    startedAtMs: startMs === null ? null : Math.round(startMs),
    durationMs:
      startMs === null || endMs === null
        ? null
        : Math.min(INTEGER_MAX, Math.max(0, Math.round(endMs - startMs))),
    steps: trace.trajectory.steps.length,
    modelCalls: metrics.length,
    toolCalls: calls.length,
    toolErrors: results.filter(({ isError }) => isError).length,
    tokensIn: sum(({ tokensIn }) => tokensIn),
    tokensOut: sum(({ tokensOut }) => tokensOut),
    costUsd: priced.length === 0 ? null : priced.reduce((total, one) => total + one, 0),
    taskHash: hashOfTask(trace),
    unread: Object.fromEntries(
      Object.entries(trace.unread)
        .slice(0, NAMES_MAX)
        .map(([name, count]) => [named(name), count]),
    ),
  };
}

/** The same question has the same hash, whatever its spaces and capitals; no question is like no other. */
function hashOfTask({ id, task }: AssembledTrace): string {
  const normalised = task.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
  return contentHash(normalised === '' ? `without a task: ${id}` : normalised);
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names.filter((name) => name !== '').map(named))].sort().slice(0, NAMES_MAX);
}

const named = (text: string) => storableText(text, NAME_MAX);
