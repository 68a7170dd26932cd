import type OpenAI from 'openai';
import { BadRequestError } from 'openai';
import { z } from 'zod';
import type { LanguageModel, ModelOutcome, ModelReply, ModelRequest } from '@/lib/ports/language-model';
import { countTokens } from '@/lib/stats/count-tokens';
import { observeModelCall } from '@/server/observability/model-call';
import { ReplyUnreadable } from './attempt-fault';
import { attemptRepeatedly, type Tried } from './attempt-loop';
import type { ProviderConnection } from './provider-connection';
import type { Patience } from './provider-health';

/**
 * A language model behind any endpoint that speaks the OpenAI protocol. Contract: lib/ports/language-model. Knows
 * nothing of journals and budgets; one call of `complete` costs one answer, at most `maxAttempts` dispatches.
 */
export interface ModelAddress {
  readonly model: string;
  /** Calls of one run queue together and share the provider fairly with other runs. */
  readonly runId: string;
  /** Calls of a run wait for a provider that is away; others fail when their tries run out. */
  readonly patience?: Patience | undefined;
  /** Sent with each call, over the provider's own of the same names. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Beyond all tries and waits: a call that takes longer has lost its use. */
const TOTAL_MS_MAX = 30 * 60_000;
const CHARACTERS_PER_TOKEN = 4;

type Answered = Omit<ModelReply, 'delayMs' | 'awayMs' | 'attempts'>;

export function openaiModel(connection: ProviderConnection, address: ModelAddress): LanguageModel {
  const { settings, limiter, health, knock, ticker } = connection;
  // Newer models refuse `max_tokens`, most other servers know only that; found out at the first refusal.
  const wire = { limitName: 'max_tokens' as 'max_tokens' | 'max_completion_tokens' };

  const complete = async (request: ModelRequest, signal?: AbortSignal): Promise<ModelOutcome> => {
    const result = await attemptRepeatedly(
      {
        limiter,
        health,
        knock,
        patience: address.patience,
        ticker,
        signal,
        runId: address.runId,
        key: request.idempotencyKey,
        estimatedTokens: estimateTokens(request) + request.maxTokens,
        maxAttempts: settings.maxAttempts,
        totalMs: Math.min(TOTAL_MS_MAX, settings.timeoutMs * settings.maxAttempts + 60_000),
      },
      (attemptSignal) => ask(connection, { ...address, request, wire }, attemptSignal),
    );
    const { delayMs, attempts } = result;
    const away = result.awayMs > 0 ? { awayMs: result.awayMs } : {};
    if (result.ok) return { ...result.value, delayMs, ...away, attempts };
    const { tokensIn, tokensOut } = result;
    return { ok: false, cause: result.fault.cause, tokensIn, tokensOut, delayMs, ...away, attempts };
  };

  return {
    complete: (request, signal) =>
      observeModelCall({ provider: settings.name, model: address.model, request }, () =>
        complete(request, signal),
      ),
  };
}

interface Asking extends ModelAddress {
  readonly request: ModelRequest;
  readonly wire: { limitName: 'max_tokens' | 'max_completion_tokens' };
}

async function ask(
  connection: ProviderConnection,
  asking: Asking,
  signal?: AbortSignal,
): Promise<Tried<Answered>> {
  const { request, wire } = asking;
  const options = {
    ...(signal ? { signal } : {}),
    headers: { ...asking.headers, 'Idempotency-Key': request.idempotencyKey },
  };
  const send = () => connection.client.chat.completions.create(bodyOf(asking), options);
  const raw: unknown = await send().catch((error: unknown) => {
    if (wire.limitName === 'max_completion_tokens' || !refusesMaxTokens(error)) throw error;
    wire.limitName = 'max_completion_tokens';
    return send();
  });
  const answered = readCompletion(raw, request);
  return { value: answered, tokens: answered.tokensIn + answered.tokensOut };
}

function bodyOf({ model, request, wire }: Asking): OpenAI.ChatCompletionCreateParamsNonStreaming {
  return {
    model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    temperature: request.temperature,
    [wire.limitName]: request.maxTokens,
    seed: request.seed,
    ...(request.json ? { response_format: { type: 'json_object' } } : {}),
  };
}

function refusesMaxTokens(error: unknown): boolean {
  return error instanceof BadRequestError && error.param === 'max_tokens';
}

const completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z
    .object({
      prompt_tokens: z.int().nonnegative(),
      completion_tokens: z.int().nonnegative(),
      prompt_tokens_details: z.object({ cached_tokens: z.int().nonnegative().nullish() }).nullish(),
    })
    .nullish()
    .catch(null),
});

function readCompletion(raw: unknown, request: ModelRequest): Answered {
  const parsed = completion.safeParse(raw);
  const [choice] = parsed.success ? parsed.data.choices : [];
  if (!parsed.success || choice === undefined) {
    throw new ReplyUnreadable('no completion in the reply', promptTokens(request), 0);
  }
  const { usage } = parsed.data;
  const text = choice.message.content ?? '';
  return {
    ok: true,
    text,
    finishReason: choice.message.refusal ? 'filtered' : finishReason(choice.finish_reason),
    tokensIn: usage?.prompt_tokens ?? promptTokens(request),
    tokensOut: usage?.completion_tokens ?? countTokens(text),
    tokensCached: usage?.prompt_tokens_details?.cached_tokens ?? 0,
    usageReported: usage !== null && usage !== undefined,
  };
}

function finishReason(reason: string | null | undefined): ModelReply['finishReason'] {
  if (reason === 'stop' || reason === 'length') return reason;
  return reason === 'content_filter' ? 'filtered' : 'other';
}

function promptTokens({ messages }: ModelRequest): number {
  return messages.reduce((sum, { content }) => sum + countTokens(content), 0);
}

/** Cheap, for the limiter's reservation; corrected by the reply's own numbers. */
function estimateTokens(request: ModelRequest): number {
  const characters = request.messages.reduce((sum, { content }) => sum + content.length, 0);
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
