import type { LanguageModel, ModelOutcome, ModelReply, ModelRequest } from '@/lib/ports/language-model';

/**
 * A language model whose replies a test writes. It counts what it was asked, so that a test can say "paid once".
 * Token counts are a quarter of the characters: the same for the same words, and never zero.
 */
export interface ScriptedModel extends LanguageModel {
  /** Every request that was really dispatched here, in order of arrival. */
  readonly requests: readonly ModelRequest[];
  /** Idempotency keys that came more than once. */
  repeatedKeys(): string[];
}

/** A text means a whole reply that ended by itself. */
export type ScriptedReply = string | ModelOutcome;

export type Script = (request: ModelRequest, call: number) => ScriptedReply | Promise<ScriptedReply>;

export function scriptedModel(script: Script): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    requests,
    repeatedKeys() {
      const met = new Set<string>();
      const repeated = requests.filter(({ idempotencyKey }) => {
        const known = met.has(idempotencyKey);
        met.add(idempotencyKey);
        return known;
      });
      return repeated.map(({ idempotencyKey }) => idempotencyKey);
    },
    async complete(request, signal) {
      signal?.throwIfAborted();
      const call = requests.push(request) - 1;
      const reply = await script(request, call);
      return typeof reply === 'string' ? scriptedReply(request, reply) : reply;
    },
  };
}

/** A reply with plausible numbers; `changes` overrides what a test is about. */
export function scriptedReply(
  request: ModelRequest,
  text: string,
  changes: Partial<ModelReply> = {},
): ModelReply {
  const promptCharacters = request.messages.reduce((sum, message) => sum + message.content.length, 0);
  return {
    ok: true,
    text,
    finishReason: 'stop',
    tokensIn: Math.ceil(promptCharacters / 4) + 1,
    tokensOut: Math.ceil(text.length / 4) + 1,
    tokensCached: 0,
    usageReported: true,
    delayMs: 10,
    attempts: 1,
    ...changes,
  };
}
