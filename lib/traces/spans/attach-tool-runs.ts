import { type AgentStep, isAgentStep, type ToolCall, type Trajectory } from '@/lib/domain/trajectory';
import { argumentsKey } from '@/lib/trajectory/same-reply';
import { isFailed } from '@/lib/trajectory/tool-error';
import type { SpanCall } from './recorded-calls';
import type { SpanTree } from './span-tree';
import { idOfRun, type ToolRun } from './tool-run';

interface Caller {
  readonly step: AgentStep;
  readonly owner: string;
  readonly startMs: number;
  /** Its model called no tool, as far as was recorded. */
  readonly isSilent: boolean;
}

/**
 * Adds to the steps what only the spans of tools say: results that no later call repeats, and that a tool failed. A run
 * belongs to the call with its id, else to the latest earlier call of its agent with its name. A step without calls of
 * its own, as of an agent that asks for tools in its text, gets the runs that follow it. Returns the runs without a step.
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
    const isSilent = step.toolCalls.length === 0;
    return call === undefined
      ? []
      : [{ step, owner: call.owner, startMs: call.source.span.startMs, isSilent }];
  });
  const byId = new Map<string, Caller[]>();
  for (const caller of callers)
    for (const { id } of caller.step.toolCalls) byId.set(id, [...(byId.get(id) ?? []), caller]);
  const taken = new Set<ToolCall>();
  return runs.filter((run) => {
    const isEarlier = ({ startMs }: Caller) => startMs <= run.span.startMs;
    const named = byId.get(idOfRun(run)) ?? [];
    const found = named.findLast(isEarlier) ?? named[0];
    if (found !== undefined) addResult(found.step, idOfRun(run), run);
    if (found !== undefined) return false;
    const owner = tree.ownerOf(run.span);
    const own = callers.filter((caller) => caller.owner === owner && isEarlier(caller)).reverse();
    return !addByName(own, run, taken) && !addToSilent(own[0], run);
  });
}

/** Whether a call without a result was found that has the name, and best the arguments, of the run. */
function addByName(callers: readonly Caller[], run: ToolRun, taken: Set<ToolCall>): boolean {
  const isOpen = (call: ToolCall) =>
    call.name === run.name && !taken.has(call) && (run.callId === null || call.id === '');
  for (const { step } of callers) {
    const open = step.toolCalls.filter(isOpen);
    const key = argumentsKey(run.arguments);
    const call = open.find((one) => argumentsKey(one.arguments) === key) ?? open[0];
    if (call === undefined) continue;
    taken.add(call);
    addResult(step, call.id, run, step.toolCalls.indexOf(call));
    return true;
  }
  return false;
}

function addToSilent(caller: Caller | undefined, run: ToolRun): boolean {
  if (caller === undefined || !caller.isSilent) return false;
  const id = idOfRun(run);
  caller.step.toolCalls.push({ id, name: run.name, arguments: run.arguments });
  addResult(caller.step, id, run);
  return true;
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
