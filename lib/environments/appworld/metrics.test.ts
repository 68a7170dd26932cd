import { describe, expect, it } from 'vitest';
import { metricsByDifficulty, metricsOf, type TaskResult } from './metrics';

const result = (taskId: string, success: boolean | null, difficulty: number | null = 1): TaskResult => ({
  ...{ taskId, success, difficulty },
});

describe('goal completion', () => {
  it('counts a scenario only where all of its tasks succeed', () => {
    const { tasks, scenarios } = metricsOf([
      ...[result('a_1', true), result('a_2', true), result('b_1', true), result('b_2', false)],
    ]);
    expect([tasks.percent, scenarios.percent]).toEqual([75, 50]);
  });

  it('leaves a missing task out, counts it, and says between which figures the whole lies', () => {
    const { tasks, scenarios } = metricsOf([
      ...[result('a_1', true), result('a_2', null), result('b_1', false), result('b_2', null)],
    ]);
    expect(tasks).toEqual({ percent: 50, measured: 2, missing: 2, bounds: [25, 75] });
    // One failed task decides its scenario.
    expect(scenarios).toEqual({ percent: 0, measured: 1, missing: 1, bounds: [0, 50] });
  });

  it('is no figure where nothing was measured', () => {
    expect(metricsOf([]).tasks).toEqual({ percent: null, measured: 0, missing: 0, bounds: null });
    expect(metricsOf([result('a_1', null)]).tasks).toMatchObject({ percent: null, bounds: [0, 100] });
  });

  it('is given by difficulty, in order', () => {
    const by = metricsByDifficulty([
      result('a_1', true, 3),
      result('b_1', false, 1),
      result('c_1', true, null),
    ]);
    expect([...by].map(([level, { tasks }]) => [level, tasks.percent])).toEqual([
      [1, 0],
      [3, 100],
    ]);
  });

  it.each([
    [1, 32, 3.1],
    [27, 32, 84.4],
    [1, 3, 33.3],
  ])('rounds %s of %s to %s', (part, whole, percent) => {
    const results = Array.from({ length: whole }, (_, at) => result(`${at}_1`, at < part));
    expect(metricsOf(results).tasks.percent).toBe(percent);
  });
});
