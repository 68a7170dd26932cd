import { OpenAI } from 'openai';
import type { ChatCompletionMessageFunctionToolCall, ChatCompletionMessageParam } from 'openai/resources';
import type { RolloutJob } from '@/lib/domain/rollout-documents';
import type { GuardedConnection } from '@/server/adapters/guarded-fetch';
import type { OfferedTool } from './open-tools';

/** Model calls of the loop, through the recording proxy as any other agent's: it records, limits and pins them. */
export interface Turn {
  readonly text: string;
  readonly calls: readonly ChatCompletionMessageFunctionToolCall[];
  /** As the next request repeats it. */
  readonly message: ChatCompletionMessageParam;
}

/** `limit` = the rollout may make no further call. @throws ModelFault, or the signal's reason */
export type AskModel = (
  messages: readonly ChatCompletionMessageParam[],
  tools: readonly OfferedTool[],
  signal: AbortSignal,
) => Promise<Turn | 'limit'>;

/** The model gave no answer; `agent` where it refused this conversation, such as one that is too long. */
export class ModelFault extends Error {
  constructor(
    readonly failure: 'agent' | 'infrastructure',
    readonly status: number | null,
  ) {
    super(status === null ? 'The proxy cannot be reached.' : `The model answered with status ${status}.`);
  }
}

const REFUSED = [400, 413, 422];
const DAY_MS = 86_400_000;
/** The attempt ends within this time once the proxy says that it has ended. */
const ENDING_MS = 30_000;

export function askModelOf(
  { name, openaiBaseUrl, apiKey }: NonNullable<RolloutJob['model']>,
  { fetch }: GuardedConnection,
): AskModel {
  const client = new OpenAI({ apiKey, baseURL: openaiBaseUrl, fetch, maxRetries: 0, timeout: DAY_MS });
  return async (messages, tools, signal) => {
    const offered = tools.map((tool) => ({ type: 'function' as const, function: { ...tool } }));
    const body = { model: name, messages: [...messages], ...(offered.length > 0 ? { tools: offered } : {}) };
    try {
      const { choices } = await client.chat.completions.create(body, { signal });
      return turnOf(choices[0]?.message ?? { content: '' });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OpenAI.APIError)) throw error;
      const { status, code } = error;
      if (status === 400 && code === 'budget') return 'limit';
      if (status === 403 && code === 'rollout_ended') await untilAborted(signal);
      const isRefused = status !== undefined && REFUSED.includes(status);
      throw new ModelFault(isRefused ? 'agent' : 'infrastructure', status ?? null);
    }
  };
}

type Said = Pick<OpenAI.ChatCompletionMessage, 'content' | 'tool_calls'>;

function turnOf({ content, tool_calls: asked = [] }: Said): Turn {
  const calls = asked.filter((call) => call.type === 'function');
  return {
    text: content ?? '',
    calls,
    message: { role: 'assistant', content, ...(calls.length > 0 ? { tool_calls: calls } : {}) },
  };
}

/** @throws the signal's reason, unless it does not abort within the time */
async function untilAborted(signal: AbortSignal): Promise<void> {
  const late = AbortSignal.timeout(ENDING_MS);
  await new Promise((resolve) => AbortSignal.any([signal, late]).addEventListener('abort', resolve));
  signal.throwIfAborted();
}
