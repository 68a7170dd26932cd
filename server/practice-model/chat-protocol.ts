import { z } from 'zod';
import { pieces } from '@/lib/dialects/stream-pieces';
import { HttpFault } from './http-exchange';
import type { OfferedTool, ReplyCall } from './reply-shape';

/** The shapes of the chat protocol: what a request may hold, and the bodies of an answer, whole or streamed. */
export const PRACTICE_MODEL_IDS = ['practice-task', 'practice-proposer', 'practice-judge'] as const;

const contentPart = z.looseObject({ type: z.string(), text: z.string().optional() });

const chatRequest = z.looseObject({
  model: z.string(),
  messages: z
    .array(
      z.looseObject({
        role: z.string(),
        content: z.union([z.string(), z.array(contentPart), z.null()]).optional(),
        tool_calls: z.array(z.unknown()).nullish(),
      }),
    )
    .min(1),
  tools: z
    .array(
      z.looseObject({
        function: z.looseObject({ name: z.string(), parameters: z.unknown().optional() }).optional(),
      }),
    )
    .nullish(),
  seed: z.number().nullish(),
  max_tokens: z.number().int().positive().nullish(),
  max_completion_tokens: z.number().int().positive().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
});

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** 0 where the request has none: the same text then gets the same reply all the more. */
  readonly seed: number;
  readonly tokensOutMax: number | null;
  readonly tools: readonly OfferedTool[];
  /** Tokens of tools and calls, which no message's content has. */
  readonly tokensOfTools: number;
  readonly isStreamed: boolean;
}

/** A request as any of the protocols reads it, and its answer as that protocol writes it. */
export interface ReadCall {
  readonly chat: ChatRequest;
  whole(answer: ChatAnswer): object;
  events(answer: ChatAnswer): string[];
}

/** @throws HttpFault 400 where the body is no chat request */
export function readChat(body: unknown): ReadCall {
  const parsed = chatRequest.safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const fault = `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not a chat request'}`;
    throw new HttpFault(400, 'invalid_request', `The request cannot be read: ${fault}.`);
  }
  const { data } = parsed;
  const chat = {
    model: data.model,
    messages: data.messages.map(({ role, content }) => ({ role, content: plainContent(content) })),
    seed: data.seed ?? 0,
    tokensOutMax: data.max_completion_tokens ?? data.max_tokens ?? null,
    tools: (data.tools ?? []).flatMap(({ function: offered }) =>
      offered === undefined ? [] : [{ name: offered.name, parameters: offered.parameters ?? null }],
    ),
    tokensOfTools: tokensOfTools(data),
    isStreamed: data.stream === true,
  };
  const hasUsage = data.stream_options?.include_usage === true;
  return { chat, whole: chatCompletion, events: (answer) => chatEvents(answer, hasUsage) };
}

function tokensOfTools({ tools, messages }: z.output<typeof chatRequest>): number {
  const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? []);
  return [...(tools ?? []), ...calls].reduce<number>(
    (sum, one) => sum + estimateTokens(JSON.stringify(one)),
    0,
  );
}

function plainContent(content: string | readonly { text?: string | undefined }[] | null | undefined): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('\n');
}

/** Four characters a token: near enough for budgets, and the same on every machine. */
export const CHARACTERS_PER_TOKEN = 4;

export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

export interface ChatAnswer {
  readonly requestHash: string;
  readonly model: string;
  readonly text: string;
  readonly finishReason: 'stop' | 'length' | 'tool_calls';
  readonly tokensIn: number;
  readonly call: ReplyCall | null;
  /** By what the delays of this call were divided; null = nothing waits. Tools of a practice agent keep the same pace. */
  readonly timeScale: number | null;
}

/** A fixed moment, so that the same request gets the same bytes. */
export const CREATED_SECONDS = 1_767_225_600;

function chatCompletion(answer: ChatAnswer) {
  return {
    ...heading(answer, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          ...{ role: 'assistant', content: answer.text, refusal: null },
          ...(answer.call && { tool_calls: [toolCall(answer, answer.call)] }),
        },
        logprobs: null,
        finish_reason: answer.finishReason,
      },
    ],
    usage: usageOf(answer),
    ...(answer.call && { practice: { time_scale: answer.timeScale } }),
  };
}

function toolCall(answer: ChatAnswer, call: ReplyCall) {
  return { id: callIdOf(answer), type: 'function', function: call };
}

/** The id follows from the request, as the answer's own does. */
export const callIdOf = ({ requestHash }: ChatAnswer) => `call_${requestHash.slice(0, 24)}`;

/** Characters of a streamed delta. */
export const STREAM_PIECE_CHARACTERS = 80;

/** The same answer as server-sent events, the closing [DONE] included. */
function chatEvents(answer: ChatAnswer, hasUsage: boolean): string[] {
  const chunk = (delta: object, finishReason: string | null) => ({
    ...heading(answer, 'chat.completion.chunk'),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
  });
  const chunks: object[] = [chunk({ role: 'assistant', content: '' }, null)];
  for (const content of pieces(answer.text, STREAM_PIECE_CHARACTERS)) chunks.push(chunk({ content }, null));
  if (answer.call !== null)
    chunks.push(chunk({ tool_calls: [{ index: 0, ...toolCall(answer, answer.call) }] }, null));
  chunks.push(chunk({}, answer.finishReason));
  if (hasUsage) {
    chunks.push({ ...heading(answer, 'chat.completion.chunk'), choices: [], usage: usageOf(answer) });
  }
  return [...chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`), 'data: [DONE]\n\n'];
}

function heading(answer: ChatAnswer, object: string) {
  return {
    id: `chatcmpl-practice-${answer.requestHash.slice(0, 24)}`,
    object,
    created: CREATED_SECONDS,
    model: answer.model,
    system_fingerprint: 'practice-1',
  };
}

function usageOf(answer: ChatAnswer) {
  const tokensOut = tokensOutOf(answer);
  return {
    prompt_tokens: answer.tokensIn,
    completion_tokens: tokensOut,
    total_tokens: answer.tokensIn + tokensOut,
    prompt_tokens_details: { cached_tokens: 0 },
  };
}

export const tokensOutOf = ({ text, call }: ChatAnswer) => estimateTokens(text + (call?.arguments ?? ''));
