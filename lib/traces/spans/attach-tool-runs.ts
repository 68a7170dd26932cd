import { type AgentStep, isAgentStep, type Trajectory } from '@/lib/domain/trajectory';
import { argumentsKey } from '@/lib/trajectory/same-reply';
import { isFailed } from '@/lib/trajectory/tool-error';
import type { SpanCall } from './recorded-calls';
import type { SpanTree } from './span-tree';
import { idOfRun, type ToolRun } from './tool-run';

interface Caller {
  readonly step: AgentStep;
  readonly owner: string;
  readonly startMs: number;
}

/**
 * Adds to the steps what only the spans of tools say: results that no later call repeats, and that a tool failed. A run
 * belongs to the call with its id, else to the latest earlier call of its agent with its name. A run that no model
 * called, as far as was recorded, is added to the step before it. Returns the runs that found no step.
 */
export function attachToolRuns(
  { steps }: Trajectory,
  calls: readonly SpanCall[],
  runs: readonly ToolRun[],
  tree: SpanTree,
): readonly ToolRun[] {
  const byMetrics = new Map(calls.map((call) => [call.recorded.metrics, call]));
  const callers = steps.filter(isAgentStep).flatMap((step): Caller[] => {
    const call = byMetrics.get(step.metrics);
    return call === undefined ? [] : [{ step, owner: call.owner, startMs: call.source.span.startMs }];
  });
  const byId = new Map<string, Caller[]>();
  for (const caller of callers)
    for (const { id } of caller.step.toolCalls)
      if (id !== '') byId.set(id, [...(byId.get(id) ?? []), caller]);
  const taken = new Set<unknown>();
  return runs.filter((run) => {
    const earlier = (caller: Caller) => caller.startMs <= run.span.startMs;
    const named = byId.get(idOfRun(run)) ?? [];
    const found = named.findLast(earlier) ?? named[0];
    if (found !== undefined) addResult(found.step, idOfRun(run), run);
    else {
      const owner = tree.ownerOf(run.span);
      const own = callers.filter((caller) => caller.owner === owner && earlier(caller)).reverse();
      if (own.length === 0) return true;
      addByName(own, run, taken);
    }
    return false;
  });
}

function addByName(callers: readonly Caller[], run: ToolRun, taken: Set<unknown>): void {
  const isOpen = (call: AgentStep['toolCalls'][number]) => call.name === run.name && !taken.has(call);
  for (const { step } of run.callId === null ? callers : []) {
    const open = step.toolCalls.filter(isOpen);
    const key = argumentsKey(run.arguments);
    const call = open.find((one) => argumentsKey(one.arguments) === key) ?? open[0];
    if (call === undefined) continue;
    taken.add(call);
    addResult(step, call.id, run, step.toolCalls.indexOf(call));
    return;
  }
  const [latest] = callers;
  if (latest === undefined) return;
  const id = idOfRun(run);
  latest.step.toolCalls.push({ id, name: run.name, arguments: run.arguments });
  addResult(latest.step, id, run);
}

/** A result that a later call repeated is kept; the span adds that the tool failed. */
function addResult({ results, toolCalls }: AgentStep, id: string, { result }: ToolRun, position = -1): void {
  if (result === null) return;
  const index = id === '' ? position : results.findIndex(({ callId }) => callId === id);
  const known = results[index];
  const said = { callId: id === '' ? null : id, ...result };
  if (known === undefined) results.push({ ...said, isError: isFailed(said, false) });
  else if (result.isError) results[index] = { ...known, isError: true };
  const order = toolCalls.map((call) => call.id);
  if (!order.includes(''))
    results.sort((a, b) => order.indexOf(a.callId ?? '') - order.indexOf(b.callId ?? ''));
}
