import type { RolloutTraceView, TracedCallView } from '@/lib/contracts/run-shapes';
import { readMessageParts, type ToolCall } from './message-parts';
import { formatCompact, formatDuration, formatUsd, plural } from './numbers';

/**
 * Trace of a rollout as a tree of spans: the agent's turns with the tools they called, the evaluator of the answer,
 * and next to the rollout the reflection on it. Decides which span is under which and sums the amounts that can be
 * summed; the component decides which span is open and how it is drawn.
 */
export interface TraceSpan {
  readonly id: string;
  readonly kind: 'rollout' | 'agent' | 'turn' | 'tool' | 'evaluator' | 'reflection';
  readonly name: string;
  /** Tokens, delay and money in one line; empty where none of it is known, as of a tool. */
  readonly figures: string;
  readonly failed: boolean;
  readonly call: TracedCallView | null;
  readonly tool: ToolSpan | null;
  readonly children: readonly TraceSpan[];
}

export interface ToolSpan {
  readonly asked: ToolCall;
  /** Undefined where the trace holds none. */
  readonly result: unknown;
}

export function prepareTrace({ calls, rollout }: RolloutTraceView): readonly TraceSpan[] {
  const reflecting = calls.filter(({ purpose }) => purpose === 'reflect');
  const scoring = calls.filter(({ purpose }) => purpose === 'judge' || purpose === 'environment');
  const acting = calls.filter((call) => !reflecting.includes(call) && !scoring.includes(call));
  const turns = acting.map((call, index) => turnSpan(call, index, acting));
  const own: TraceSpan = {
    ...bare('rollout', 'rollout', `Rollout on ${rollout.exampleId}`),
    figures: figuresOf({ ...rollout, delayMs: rollout.delayMs }),
    failed: rollout.cause !== null,
    children: [
      ...groupOf('agent', `Agent, ${plural(acting.length, 'turn')}`, turns),
      ...groupOf(
        'evaluator',
        'Evaluator',
        scoring.map((call) => callSpan('evaluator', call.purpose === 'judge' ? 'Judge' : 'Program', call)),
      ),
    ],
  };
  const reflections = reflecting.map((call, index) =>
    callSpan('reflection', reflecting.length === 1 ? 'The call' : `Call ${index + 1}`, call),
  );
  return [own, ...groupOf('reflection', 'Reflection', reflections)];
}

/** Read first: what the agent was asked and said. */
export function firstSpanId(spans: readonly TraceSpan[]): string {
  const all = flat(spans);
  return (all.find(({ kind }) => kind === 'turn') ?? all[0])?.id ?? 'rollout';
}

export function findSpan(spans: readonly TraceSpan[], id: string | null): TraceSpan | null {
  return flat(spans).find((span) => span.id === id) ?? null;
}

const flat = (spans: readonly TraceSpan[]): readonly TraceSpan[] =>
  spans.flatMap((span) => [span, ...flat(span.children)]);

const bare = (kind: TraceSpan['kind'], id: string, name: string): TraceSpan => ({
  id,
  kind,
  name,
  figures: '',
  failed: false,
  call: null,
  tool: null,
  children: [],
});

function groupOf(
  kind: TraceSpan['kind'],
  name: string,
  children: readonly TraceSpan[],
): readonly TraceSpan[] {
  if (children.length === 0) return [];
  const calls = children.flatMap(({ call }) => call ?? []);
  const failed = children.some((child) => child.failed);
  return [{ ...bare(kind, kind, name), figures: figuresOf(sumOf(calls)), failed, children }];
}

function callSpan(kind: TraceSpan['kind'], name: string, call: TracedCallView): TraceSpan {
  return { ...bare(kind, call.key, name), figures: figuresOf(call), failed: call.reply === null, call };
}

function turnSpan(call: TracedCallView, index: number, turns: readonly TracedCallView[]): TraceSpan {
  const handed = index === 0 ? call.messages.flatMap(({ content }) => toolCallsIn(content)) : [];
  const asked = [...handed, ...toolCallsIn(call.reply ?? '')];
  const results = resultsIn([call, ...turns.slice(index + 1, index + 2)]);
  return {
    ...callSpan('turn', `Turn ${index + 1}`, call),
    children: asked.map((one, at) => ({
      ...bare('tool', `${call.key}#${at + 1}`, one.name),
      tool: { asked: one, result: resultOf(one, asked, results) },
    })),
  };
}

const toolCallsIn = (text: string): readonly ToolCall[] =>
  readMessageParts(text).flatMap((part) => (part.kind === 'toolCall' ? [part] : []));

interface ToolResult {
  readonly callId: string | null;
  readonly value: unknown;
}

/** A message from a tool is a result whatever its form. */
function resultsIn(calls: readonly TracedCallView[]): readonly ToolResult[] {
  const messages = calls.at(-1)?.messages ?? [];
  return messages.flatMap(({ role, content }): readonly ToolResult[] => {
    const told = readMessageParts(content).flatMap((part) => (part.kind === 'toolResult' ? [part] : []));
    return told.length > 0 ? told : role === 'tool' ? [{ callId: null, value: content }] : [];
  });
}

/** By its name; where results have none, the last ones in the order in which the tools were called. */
function resultOf(one: ToolCall, asked: readonly ToolCall[], results: readonly ToolResult[]): unknown {
  if (one.callId !== null) {
    const named = results.find(({ callId }) => callId === one.callId);
    if (named) return named.value;
  }
  const nameless = results.filter(({ callId }) => callId === null);
  return nameless.slice(-asked.length)[asked.indexOf(one)]?.value;
}

interface Amounts {
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly delayMs: number | null;
  readonly costUsd: number | null;
}

function sumOf(calls: readonly TracedCallView[]): Amounts {
  const sum = (of: (call: TracedCallView) => number) => calls.reduce((total, call) => total + of(call), 0);
  const known = (of: (call: TracedCallView) => number | null) => calls.every((call) => of(call) !== null);
  return {
    tokensIn: sum(({ tokensIn }) => tokensIn),
    tokensOut: sum(({ tokensOut }) => tokensOut),
    // A sum with a hole would pass for the whole.
    delayMs: known(({ delayMs }) => delayMs) ? sum(({ delayMs }) => delayMs ?? 0) : null,
    costUsd: known(({ costUsd }) => costUsd) ? sum(({ costUsd }) => costUsd ?? 0) : null,
  };
}

export function figuresOf({ tokensIn, tokensOut, delayMs, costUsd }: Amounts): string {
  return [
    `${formatCompact(tokensIn)} in / ${formatCompact(tokensOut)} out`,
    delayMs === null ? 'delay not known' : formatDuration(delayMs),
    formatUsd(costUsd),
  ].join(' · ');
}
