import { describe, expect, it } from 'vitest';
import { accuracy, meanPassAtK, passAtK } from './peer-resolved-rates';
import { rewardMetric } from './peer-reward-metrics';
import { prepareKeys } from './peer-terminal-keys';

describe('rates', () => {
  const tasks = new Map([
    ['a', [true, false]],
    ['b', [false]],
  ]);

  it('are those of the attempts, and of the tasks with enough of them', () => {
    expect(accuracy(tasks)).toBeCloseTo(1 / 3);
    expect(meanPassAtK(tasks, 1)).toBe(0.25);
    expect(meanPassAtK(tasks, 2)).toBe(1);
  });

  it('are unknown without attempts', () => {
    expect([accuracy(new Map()), meanPassAtK(tasks, 3), passAtK(1, 0, 2)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are the share of the draws of k attempts with a resolved one', () => {
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
    for (let n = 1; n <= 9; n += 1)
      for (let c = 0; c <= n; c += 1)
        for (let k = 1; k <= n; k += 1) {
          const none = n - c < k ? 0 : choose(n - c, k) / choose(n, k);
          expect(passAtK(n, c, k)).toBeCloseTo(1 - none, 12);
        }
  });
});

describe('metrics of Harbor', () => {
  it('count a trial without a reward as 0, unlike our own means', () => {
    expect(rewardMetric('mean', [{ reward: 1 }, null])).toBe(0.5);
    expect(rewardMetric('min', [{ reward: 1 }, null])).toBe(0);
  });

  it('know nothing where a trial has several rewards', () => {
    expect(rewardMetric('sum', [{ a: 1, b: 1 }])).toBeUndefined();
    expect([rewardMetric('sum', []), rewardMetric('max', [])]).toEqual([0, undefined]);
  });
});

describe('keys for tmux', () => {
  it('signal the end of a command that runs, and no other', () => {
    expect(prepareKeys(['ls', 'Enter'], true)).toEqual({
      keys: ['ls', '; tmux wait -S done', 'Enter'],
      isWaitedFor: true,
    });
    expect(prepareKeys('ls\n', false)).toEqual({ keys: ['ls\n'], isWaitedFor: false });
    expect(prepareKeys([], true)).toEqual({ keys: [], isWaitedFor: false });
  });
});
