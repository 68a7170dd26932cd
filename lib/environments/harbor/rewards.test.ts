import { describe, expect, it } from 'vitest';
import type { TaskStep } from '@/lib/domain/environment-task';
import { readRewards } from './reward-files';
import { mayContinue, type StepRewards, scoreOfRewards, taskRewards } from './step-rewards';

describe('reward files', () => {
  const codeOf = (text: string | null, json: string | null) => {
    const read = readRewards({ text, json });
    return read.ok ? read.rewards : `${read.fault.code} ${read.fault.file}`;
  };

  it('tell missing, empty and unparsable apart', () => {
    expect(codeOf(null, null)).toBe('missing reward.txt');
    expect(codeOf('', '{"a": 1}')).toBe('empty reward.txt');
    expect(codeOf('half', '{"a": 1}')).toBe('unparsable reward.txt');
    expect(codeOf(null, '')).toBe('empty reward.json');
    expect(codeOf(null, '[1]')).toBe('unparsable reward.json');
    expect(codeOf(null, '{"a": {"b": 1}}')).toBe('unparsable reward.json');
    expect(codeOf(null, '{"a": "1"}')).toBe('unparsable reward.json');
  });

  it('give the number of reward.txt before those of reward.json', () => {
    expect(codeOf(' 0.25\n', '{"a": 1}')).toEqual({ reward: 0.25 });
    expect(codeOf(null, '{"a": 1, "done": true}')).toEqual({ a: 1, done: 1 });
  });
});

describe('the score of rewards', () => {
  it('is the reward of that name, or the only one', () => {
    expect(scoreOfRewards({ reward: 0.5, other: 1 })).toEqual({ ok: true, score: 0.5 });
    expect(scoreOfRewards({ quality: 1 })).toEqual({ ok: true, score: 1 });
  });

  it.each([
    [{}],
    [{ a: 1, b: 1 }],
    [{ reward: Number.NaN }],
    [{ reward: 1.01 }],
    [{ reward: -1 }],
    [{ reward: Number.POSITIVE_INFINITY }],
  ])('is refused and never clipped: %j', (rewards) => {
    expect(scoreOfRewards(rewards).ok).toBe(false);
  });
});

describe('rewards of several steps', () => {
  const step = (minReward: TaskStep['minReward']) => ({ minReward }) as TaskStep;

  it('stop the task where a least value is not reached or not known', () => {
    expect(mayContinue(step(null), null)).toBe(true);
    expect(mayContinue(step({ reward: 0.5 }), { reward: 0.5 })).toBe(true);
    expect(mayContinue(step({ reward: 0.5 }), { reward: 0.4 })).toBe(false);
    expect(mayContinue(step({ reward: 0, safety: 1 }), { reward: 1 })).toBe(false);
    expect(mayContinue(step({ reward: 0 }), null)).toBe(false);
    expect(mayContinue(step({ toString: 0 }), {})).toBe(false);
  });

  it('are averaged by name over the steps that were judged', () => {
    const steps: StepRewards[] = [{ reward: 1, quality: 0.5 }, null, { reward: 0 }];
    expect(taskRewards('mean', steps)).toEqual({ reward: 0.5, quality: 0.25 });
    expect(taskRewards('mean', [null])).toBeNull();
  });

  it('are those of the last step where the task says so, even if its tests failed to judge', () => {
    expect(taskRewards('final', [{ reward: 1 }, { reward: 0.25 }])).toEqual({ reward: 0.25 });
    expect(taskRewards('final', [{ reward: 1 }, null])).toBeNull();
    expect(taskRewards('final', [])).toBeNull();
  });
});
