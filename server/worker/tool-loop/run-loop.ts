import type { ChatCompletionMessageParam } from 'openai/resources';
import type { RolloutJob } from '@/lib/domain/rollout-documents';
import { cutMiddle } from '@/lib/trajectory/cut-text';
import { makeGate } from '@/server/adapters/gate';
import type { ToolAnswer } from '@/server/adapters/tools/mcp-session';
import type { AskModel, Turn } from './ask-model';
import type { OpenTools } from './open-tools';

/**
 * The loop: ask the model, run the tools that it asks for, tell it their results, until it asks for none or may make no
 * further call. A tool that fails is an observation like any other, and the model goes on.
 */
export const RESULT_CHARS_MAX = 20_000;
/** Tools of one turn at once. */
export const CALLS_AT_ONCE = 8;

export interface LoopParts {
  readonly ask: AskModel;
  readonly tools: OpenTools;
  readonly job: Pick<RolloutJob, 'task' | 'candidate'>;
  readonly toolMs: number;
  readonly signal: AbortSignal;
}

/** The last text of the model; empty = it said none. @throws ModelFault, ToolServerAway, or the signal's reason */
export async function runLoop({ ask, tools, job, toolMs, signal }: LoopParts): Promise<string> {
  const messages = openingOf(job);
  const gate = makeGate(CALLS_AT_ONCE);
  let last = '';
  for (;;) {
    const turn = await ask(messages, tools.offered, signal);
    if (turn === 'limit') return last;
    if (turn.text.trim() !== '') last = turn.text;
    if (turn.calls.length === 0) return last;
    const answers = await Promise.all(
      turn.calls.map((call) => gate(() => answerTo(call, tools, { signal, timeoutMs: toolMs }), signal)),
    );
    messages.push(turn.message);
    for (const [at, { id }] of turn.calls.entries())
      messages.push({ role: 'tool', tool_call_id: id, content: observationOf(answers[at]) });
  }
}

/** Context and question as one text of the user; no system message where the component is empty. */
function openingOf({ task: { input }, candidate }: LoopParts['job']): ChatCompletionMessageParam[] {
  const { system = '' } = candidate.components;
  return [
    ...(system.trim() === '' ? [] : [{ role: 'system' as const, content: system }]),
    { role: 'user', content: [input.context, input.question].filter((text) => text !== '').join('\n\n') },
  ];
}

async function answerTo(
  { function: asked }: Turn['calls'][number],
  tools: OpenTools,
  limits: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<ToolAnswer> {
  const input = inputOf(asked.arguments);
  if (input === null) return { text: 'the arguments are not a JSON object', isError: true };
  return tools.call(asked.name, input, limits);
}

function inputOf(text: string): Readonly<Record<string, unknown>> | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** The chat protocol has no flag for a tool that failed, so the text says it. */
function observationOf(answer: ToolAnswer | undefined): string {
  const { text = '', isError = false } = answer ?? {};
  return cutMiddle(isError ? `Error: ${text}` : text, RESULT_CHARS_MAX).text;
}
