import { describe, expect, it } from 'vitest';
import type { RunGroupView, ShapeAdviceView } from '@/lib/contracts/run-groups';
import { describeUtilisation, groupTicks, prepareLaunch, prepareTaskCurve, rejectionsOf } from './run-group';

const advice: ShapeAdviceView = {
  shape: 'hybrid',
  reason: 'No task fills its lanes alone, so they fit side by side.',
  rejectedShapes: [{ shape: 'candidate', reason: 'There are 2 tasks to be served.' }],
  hints: [],
  tasks: [],
};
const NOTHING = { shape: null, reason: null, rejected: {} };

type Task = RunGroupView['tasks'][number];
const task = (means: readonly number[]): Task => ({
  experimentId: 'exp_1',
  experimentName: 'Formula',
  taskName: 'Formula',
  run: {
    runId: 'run_1',
    label: 'Combee 1',
    status: 'running',
    seed: 1,
    practice: true,
    hardware: 'unknown',
    lanes: 8,
  },
  curve: means.map((mean, index) => ({
    iteration: index - 1,
    rollouts: index * 10,
    trainExamplesSeen: index * 10,
    score: { mean, lower: mean - 0.1, upper: mean + 0.1, n: 20 },
  })),
  utilisation: 0.412,
});

describe('a launch of several runs', () => {
  it('takes shape and reasons from the advice until a person overrides them', () => {
    const advised = prepareLaunch(NOTHING, advice);
    expect(advised).toMatchObject({ shape: 'hybrid', reason: advice.reason });
    expect(rejectionsOf(advised)).toEqual({ rejectedShapes: advice.rejectedShapes });
    const own = prepareLaunch(
      { ...NOTHING, shape: 'task', rejected: { hybrid: 'Too dear for today.' } },
      advice,
    );
    expect(own.reason).toBe('');
    expect(own.others).toEqual([
      { shape: 'candidate', reason: 'There are 2 tasks to be served.' },
      { shape: 'hybrid', reason: 'Too dear for today.' },
    ]);
  });

  it('omits the rejections without human input', () => {
    expect(rejectionsOf(prepareLaunch(NOTHING, undefined))).toEqual({});
    expect(prepareLaunch(NOTHING, undefined).shape).toBe('candidate');
  });
});

describe('R-071 the curves of a group', () => {
  it('are one per task, with interval and n, on one scale', () => {
    const tasks = [task([0.4, 0.6]), task([0.2])];
    const ticks = groupTicks(tasks);
    expect([ticks[0], ticks.at(-1)]).toEqual([0, 80]);
    const charts = tasks.map((one) => prepareTaskCurve(one, ticks));
    expect(charts.map(({ points }) => points.length)).toEqual([2, 1]);
    expect(charts[0]?.points[1]).toMatchObject({
      x: 10,
      score: 60,
      n: 20,
      label: expect.stringContaining('n = 20'),
    });
    expect(charts[0]?.summary).toContain('+20.0 pt');
    expect(charts[0]?.origin).toContain('practice model');
    expect(charts[1]?.summary).toMatch(/^The original prompt scores 20.0 %/);
  });

  it('say so before the first measurement', () => {
    expect(prepareTaskCurve(task([]), groupTicks([])).summary).toBe('Nothing was measured yet.');
    expect(groupTicks([task([])])).toEqual([0, 50, 100]);
    expect([0.412, 0.002, 0, null].map(describeUtilisation)).toEqual(['41 %', 'under 1 %', '0 %', '–']);
  });
});
