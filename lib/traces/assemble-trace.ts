import type { AssembledTrace, TraceSource } from '@/lib/domain/collected-trace';
import type { TraceLog, TraceRecord, TraceSpan } from '@/lib/domain/trace-span';
import { isAgentStep, type Trajectory } from '@/lib/domain/trajectory';
import { buildTrajectory } from '@/lib/trajectory/build-trajectory';
import { attachToolRuns } from './spans/attach-tool-runs';
import { callSpans } from './spans/call-spans';
import { recordedCalls } from './spans/recorded-calls';
import { SpanTree } from './spans/span-tree';
import { toolRunOf } from './spans/tool-run';
import { agentOf, isTraceNote, traceFacts } from './spans/trace-facts';
import { isEvaluation, traceScores } from './spans/trace-scores';
import { uniqueRecords } from './spans/unique-records';
import { withLogs } from './spans/with-logs';
import { withoutEmptySystem } from './spans/without-empty-system';

/**
 * The trace that the records of one trace id tell, in whatever order and however often they came. One span of a model
 * call is one agent step; messages of the system, of users and results of tools come from what is new in the input of
 * each call. Tokens and cost are the agent's own count. Cost: linear in the records, but for tools (runs times calls).
 */
export function assembleTrace(records: readonly TraceRecord[], source: TraceSource = 'otlp'): AssembledTrace {
  const unique = uniqueRecords(records);
  const { spans, others: logs } = withLogs(unique);
  const others = logs.filter((log) => !isTraceNote(log));
  const tree = new SpanTree(spans);
  const root = tree.root();
  const times = [...spans.map(({ startMs }) => startMs), ...others.map(({ atMs }) => atMs)];
  const startMs = times.length === 0 ? null : times.reduce((first, time) => Math.min(first, time));
  const runs = tree.of('tool').map(toolRunOf);
  const calls = recordedCalls(callSpans(tree), runs, tree);
  const options = { agent: agentOf(tree, root), beganAtMs: Math.round(startMs ?? 0) };
  const recorded = calls.map((call) => call.recorded);
  const trajectory = withoutEmptySystem(buildTrajectory(recorded, options));
  const unplaced = attachToolRuns(trajectory, calls, runs, tree);
  const facts = traceFacts(tree, root, logs.filter(isTraceNote));
  const roots = spans.filter(({ parentId }) => parentId === null);
  const isRootRead = facts.task !== '' || facts.output !== '';
  const unread = [
    ...tree.of(null).filter((span) => span !== root || !isRootRead),
    ...unplaced.map(({ span }) => span),
    ...others.filter((log) => !isEvaluation(log)),
  ];
  return {
    ...{ id: records[0]?.traceId ?? '', source, trajectory },
    isComplete: roots.length > 0 && roots.every(({ endMs }) => endMs !== null),
    ...facts,
    task: facts.task || firstOfUser(trajectory),
    output: facts.output || lastText(trajectory),
    ...{ startMs, endMs: endOf(spans, roots) },
    scores: traceScores(spans, others),
    unread: countByScope(unread),
  };
}

function endOf(spans: readonly TraceSpan[], roots: readonly TraceSpan[]): number | null {
  const ends = (roots.length > 0 ? roots : spans).flatMap(({ endMs }) => endMs ?? []);
  return ends.length === 0 ? null : ends.reduce((last, time) => Math.max(last, time));
}

function firstOfUser({ steps }: Trajectory): string {
  return steps.find(({ source }) => source === 'user')?.text ?? '';
}

/** In the main conversation, else in any. */
function lastText({ steps }: Trajectory): string {
  const said = steps.filter((step) => isAgentStep(step) && step.text !== '');
  return (said.findLast(({ branch }) => branch === 0) ?? said.at(-1))?.text ?? '';
}

function countByScope(records: readonly (TraceSpan | TraceLog)[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { scope, name } of records) {
    const key = scope || name || 'unnamed';
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
