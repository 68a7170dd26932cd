import type { Ask, AskRequest } from '@/lib/methods/method';
import type { ModelOutcome } from '@/lib/ports/language-model';

/** An `Ask` whose replies a test writes, for methods tested without an engine. Remembers what it was asked. */
export interface ScriptedAsk {
  readonly ask: Ask;
  readonly requests: readonly AskRequest[];
}

/** A text means a whole reply that ended by itself. */
export type AskScript = (request: AskRequest) => string | ModelOutcome;

export function scriptedAsk(script: AskScript): ScriptedAsk {
  const requests: AskRequest[] = [];
  return {
    requests,
    async ask(request) {
      requests.push(request);
      const reply = script(request);
      const callKey = [request.purpose, request.ordinal, request.repetition].join('/');
      return { outcome: typeof reply === 'string' ? replied(reply) : reply, callKey, costUsd: 0 };
    },
  };
}

export function replied(text: string, finishReason: 'stop' | 'length' | 'filtered' = 'stop'): ModelOutcome {
  return {
    ok: true,
    text,
    finishReason,
    tokensIn: 10,
    tokensOut: 10,
    tokensCached: 0,
    usageReported: true,
    delayMs: 5,
    attempts: 1,
  };
}

export function failed(code: 'unavailable' | 'timedOut' | 'budget' = 'unavailable'): ModelOutcome {
  const cause = { code, message: 'The provider did not answer.' };
  return { ok: false, cause, tokensIn: 0, tokensOut: 0, delayMs: 5, attempts: 3 };
}
