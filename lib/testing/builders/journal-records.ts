import type { AnswerRecord, CallKey, SentRequest } from '@/lib/ports/journal';

/** Records for a journal in tests: a key, a call as sent, an answer, a failure. */
export function callKey(changes: Partial<CallKey> = {}): CallKey {
  return {
    iteration: 0,
    purpose: 'generate',
    ordinal: 0,
    repetition: 0,
    promptHash: 'a'.repeat(64),
    paramsHash: 'c'.repeat(64),
    ...changes,
  };
}

export function sentRequest(changes: Partial<SentRequest> = {}): SentRequest {
  return {
    role: 'serving',
    model: 'practice-task',
    messages: [
      { role: 'system', content: 'You are the generator.' },
      { role: 'user', content: 'What is 2 + 2?' },
    ],
    subject: 'example-1',
    reservedTokens: 200,
    reservedUsd: 0.5,
    ...changes,
  };
}

export function answer(text: string): AnswerRecord {
  return {
    outcome: {
      ok: true,
      text,
      finishReason: 'stop',
      tokensIn: 12,
      tokensOut: 3,
      tokensCached: 0,
      usageReported: true,
      delayMs: 41.5,
      attempts: 1,
    },
    costUsd: 0.25,
    spendUsd: 0.125,
  };
}

export function failed(): AnswerRecord {
  return {
    outcome: {
      ok: false,
      cause: { code: 'timedOut', message: 'No answer within 120 s.' },
      tokensIn: 0,
      tokensOut: 0,
      delayMs: 120_000,
      attempts: 5,
    },
    costUsd: null,
    spendUsd: null,
  };
}
