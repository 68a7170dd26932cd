import { describe, expect, it } from 'vitest';
import { adviceOf } from './advice';
import { answerTraffic } from './answer-traffic';
import { RULE_IDS } from './rules';

const NUMBERS = Array.from({ length: 200 }, (_, index) => index);
const meanOf = (prompt: string) => {
  const scores = answerTraffic(prompt, NUMBERS).map(({ score }) => score);
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
};

describe('practice traffic', () => {
  it('scores a prompt by the rules that it teaches', () => {
    const bare = 'You settle the tickets of a shop.';
    const taught = [bare, ...RULE_IDS.map((rule) => adviceOf(rule, 'test'))].join('\n');
    expect(meanOf(taught)).toBeGreaterThan(meanOf(bare) + 0.1);
    expect(meanOf(bare)).toBeGreaterThan(0.5);
  });

  it('answers the same request the same way, each with a latency', () => {
    expect(answerTraffic('Settle it.', [3, 403])).toEqual(answerTraffic('Settle it.', [3, 403]));
    for (const { latencyMs } of answerTraffic('Settle it.', NUMBERS)) expect(latencyMs).toBeGreaterThan(0);
  });
});
