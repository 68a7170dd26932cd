import type { CallMessage, CallStatus } from '@/lib/domain/model-call';
import type { StepMetrics } from '@/lib/domain/trajectory';
import type { RecordedCall } from '@/lib/trajectory/recorded-call';
import { callOfSpan } from './call-of-span';
import type { CallSpan } from './call-spans';
import { errorOf } from './span-error';
import type { SpanTree } from './span-tree';
import type { ToolRun } from './tool-run';

export interface SpanCall {
  readonly source: CallSpan;
  readonly owner: string;
  readonly recorded: RecordedCall;
}

/** A conversation after a call, and the tools that ran then. */
interface Ended {
  readonly messages: readonly CallMessage[];
  readonly after: readonly ToolRun[];
}

/**
 * Calls as the recording proxy would have journaled them, so that `build-trajectory` finds what is new in each.
 *
 * Many senders record no messages. A call without input goes on where the last call of its agent ended, and a reply that
 * was not recorded made the tool calls that ran after it.
 */
export function recordedCalls(
  calls: readonly CallSpan[],
  runs: readonly ToolRun[],
  tree: SpanTree,
): SpanCall[] {
  const runsOf = new Map<string, ToolRun[]>();
  for (const run of runs) {
    const owner = tree.ownerOf(run.span);
    runsOf.set(owner, [...(runsOf.get(owner) ?? []), run]);
  }
  const nextStart = new Map<string, number>();
  const latest = new Map<string, Ended>();
  const owned = calls.map((source) => ({ source, owner: tree.ownerOf(source.span) }));
  const until = owned.toReversed().map(({ source, owner }) => {
    const start = nextStart.get(owner) ?? Number.POSITIVE_INFINITY;
    nextStart.set(owner, source.span.startMs);
    return start;
  });
  return owned.map(({ source, owner }, ordinal) => {
    const end = until.at(-1 - ordinal) ?? Number.POSITIVE_INFINITY;
    const isBetween = ({ span }: ToolRun) => span.startMs >= source.span.startMs && span.startMs < end;
    const own = (runsOf.get(owner) ?? []).filter(isBetween);
    const known = latest.get(owner);
    const before = known && [...known.messages, ...known.after.flatMap(resultMessage)];
    const input = source.input.length > 0 ? source.input : (before ?? agentInput(owner, tree));
    const { messages, reply } = replyOf(source, input, own);
    latest.set(owner, { messages: reply === null ? messages : [...messages, reply], after: own });
    return { source, owner, recorded: recordedCall(source, ordinal, messages, reply) };
  });
}

function agentInput(owner: string, tree: SpanTree): readonly CallMessage[] {
  const span = tree.span(owner);
  return span === undefined || tree.sort(span) === 'tool' ? [] : callOfSpan(span).input;
}

function replyOf({ output, span }: CallSpan, input: readonly CallMessage[], after: readonly ToolRun[]) {
  const last = output.findLastIndex(({ role }) => role === 'assistant');
  const said = output[last];
  if (said !== undefined) return { messages: [...input, ...output.slice(0, last)], reply: said };
  if (span.endMs === null || errorOf(span) !== null) return { messages: input, reply: null };
  const toolCalls = after.map((run) => ({ id: idOfRun(run), name: run.name, arguments: run.arguments }));
  const reply: CallMessage = { role: 'assistant', text: '', ...(toolCalls.length > 0 && { toolCalls }) };
  return { messages: input, reply };
}

/** The id by which a call is known whose model never said one. */
export const idOfRun = ({ callId, span }: ToolRun) => callId ?? span.spanId;

function resultMessage(run: ToolRun): CallMessage[] {
  if (run.result === null) return [];
  return [{ role: 'tool', text: '', result: { callId: idOfRun(run), ...run.result } }];
}

function recordedCall(
  { span, tools, model, finish, usage, costUsd }: CallSpan,
  ordinal: number,
  messages: readonly CallMessage[],
  reply: CallMessage | null,
): RecordedCall {
  const status = span.attributes['http.response.status_code'];
  const delayMs = span.endMs === null ? null : Math.max(0, span.endMs - span.startMs);
  const { tokensIn = 0, tokensOut = 0, tokensCached = 0 } = usage ?? {};
  const metrics: StepMetrics = { tokensIn, tokensOut, tokensCached, costUsd, delayMs, by: 'agent' };
  return {
    ...{ ordinal, dialect: 'openaiChat', startedAtMs: span.startMs, endedAtMs: span.endMs },
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
