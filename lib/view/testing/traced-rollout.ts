import type { RolloutTraceView } from '@/lib/contracts/run-shapes';

/** A rollout of one call on a training example, with the reflection that was made of it. */
export function tracedRollout(): RolloutTraceView {
  return {
    rollout: {
      seq: 7,
      iteration: 0,
      ordinal: 2,
      split: 'train',
      exampleId: 'ex-2',
      candidateHash: 'a'.repeat(64),
      answer: '4',
      score: 1,
      correct: true,
      cause: null,
      tokensIn: 120,
      tokensOut: 20,
      costUsd: 0.01,
      delayMs: 1500,
      atMs: 0,
    },
    example: { id: 'ex-2', question: 'What is 2 + 2?', context: '', expected: '4' },
    reflection: 'Count on the **fingers**.',
    calls: [
      {
        key: 'generate/0/2',
        purpose: 'generate',
        role: 'serving',
        model: 'practice-task',
        messages: [{ role: 'user', content: 'What is 2 + 2?' }],
        reply: '{"final_answer": "4"}',
        finishReason: 'stop',
        cause: null,
        tokensIn: 120,
        tokensOut: 20,
        tokensCached: 0,
        delayMs: 1500,
        attempts: 1,
        dispatches: 1,
        costUsd: 0.01,
        sentAt: '2026-11-22T00:00:00.000Z',
        answeredAt: '2026-11-22T00:00:01.500Z',
      },
    ],
  };
}
