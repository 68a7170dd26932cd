import type { CallMessage, CallStatus } from '@/lib/domain/model-call';
import type { StepMetrics, ToolDefinition } from '@/lib/domain/trajectory';
import type { RecordedCall } from '@/lib/trajectory/recorded-call';
import { callOfSpan } from './call-of-span';
import type { CallSpan } from './call-spans';
import type { ModelCall } from './model-call';
import { type OwnedCall, ownedCalls } from './owned-calls';
import { recordedReply } from './recorded-reply';
import type { SpanTree } from './span-tree';
import { idOfRun, type ToolRun } from './tool-run';

export interface SpanCall extends OwnedCall {
  readonly recorded: RecordedCall;
}

/**
 * Calls as the recording proxy would have journaled them, so that `build-trajectory` finds what is new in each. Many
 * senders record no messages: a call without input continues the conversation of the last call of its agent.
 */
export function recordedCalls(
  calls: readonly CallSpan[],
  runs: readonly ToolRun[],
  tree: SpanTree,
): SpanCall[] {
  const agents = new Map<string, ModelCall>();
  const latest = new Map<string, readonly CallMessage[]>();
  return ownedCalls(calls, runs, tree).map((call, ordinal) => {
    const { source, owner } = call;
    const agent = agents.get(owner) ?? toldByAgent(owner, tree);
    agents.set(owner, agent);
    const input = source.input.length > 0 ? source.input : (latest.get(owner) ?? agent.input);
    const { messages, reply } = recordedReply(call, input);
    const said = reply === null ? [] : [reply, ...call.after.flatMap(resultMessage)];
    latest.set(owner, [...messages, ...said]);
    const tools = source.tools.length > 0 ? source.tools : agent.tools;
    return { ...call, recorded: recordedCall(source, ordinal, { messages, reply, tools }) };
  });
}

/** An agent's span may have the question and the tools that its calls do not repeat. */
function toldByAgent(owner: string, tree: SpanTree): ModelCall {
  const span = owner === '' ? tree.root() : tree.span(owner);
  const isAgent = span !== undefined && tree.sort(span) !== 'tool';
  return isAgent ? callOfSpan(span) : { input: [], output: [], tools: [] };
}

function resultMessage(run: ToolRun): CallMessage[] {
  if (run.result === null) return [];
  return [{ role: 'tool', text: '', result: { callId: idOfRun(run), ...run.result } }];
}

interface Said {
  readonly messages: readonly CallMessage[];
  readonly reply: CallMessage | null;
  readonly tools: readonly ToolDefinition[];
}

function recordedCall(
  { span, model, finish, usage, costUsd }: CallSpan,
  ordinal: number,
  { messages, reply, tools }: Said,
): RecordedCall {
  const status = span.attributes['http.response.status_code'];
  const delayMs =
    span.endMs === null ? null : Math.max(0, Math.round((span.endMs - span.startMs) * 1000) / 1000);
  const { tokensIn = 0, tokensOut = 0, tokensCached = 0 } = usage ?? {};
  const metrics: StepMetrics = { tokensIn, tokensOut, tokensCached, costUsd, delayMs, by: 'agent' };
  return {
    ...{ ordinal, dialect: 'openaiChat', startedAtMs: Math.round(span.startMs), endedAtMs: span.endMs },
    status: statusOf(span.endMs, reply),
    httpStatus: typeof status === 'number' && Number.isInteger(status) ? status : null,
    request: {
      ...{ model, stream: false, system: [], messages, tools, outputMax: null, settings: {}, refersTo: null },
      itemReferences: [],
    },
    reply: reply && { id: null, message: reply, finish, usage, itemIds: [] },
    ...{ digest: '', retryOf: null, asked: {}, sent: {}, metrics },
  };
}

function statusOf(endMs: number | null, reply: CallMessage | null): CallStatus {
  if (reply !== null) return 'answered';
  return endMs === null ? 'sent' : 'failed';
}
