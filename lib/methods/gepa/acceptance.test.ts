import { describe, expect, it } from 'vitest';
import { PythonRandom } from '@/lib/random/python-random';
import { judgeTrials, type Trial } from './acceptance';
import { findMerge } from './merge-components';
import { mergeExamples } from './merge-examples';
import { minibatchSampler } from './minibatch-sampler';
import { sampleTasks } from './sample-tasks';
import { componentPointers } from './select-components';

const trial = (text: string, before: number[], after: number[]): Trial => ({
  child: new Map([['', text]]),
  before,
  after,
});

describe('judging the children of an iteration', () => {
  const trials = [
    trial('a', [0, 1], [1, 1]),
    trial('b', [0, 0], [1, 1]),
    trial('a', [0, 1], [1, 1]),
    trial('c', [1, 1], [0, 1]),
    trial('d', [1, 0], [0, 1]),
  ];

  it('lets all gains in, identical texts once, and says why not to the others', () => {
    const { letIn, reasons } = judgeTrials(trials, { acceptance: 'strict', keep: { kind: 'all' } });
    expect(letIn).toEqual([0, 1]);
    expect(reasons[2]).toEqual({ code: 'sameAsSibling' });
    expect(reasons[3]).toEqual({ code: 'noGain', before: 2, after: 1 });
    expect(judgeTrials(trials, { acceptance: 'orEqual', keep: { kind: 'all' } }).letIn).toEqual([0, 1, 4]);
  });

  it('keeps the best gains first, the earlier of equals', () => {
    const topTwo = judgeTrials(trials, { acceptance: 'strict', keep: { kind: 'topK', k: 2 } });
    expect(topTwo.letIn).toEqual([1, 0]);
    const best = judgeTrials(trials, { acceptance: 'strict', keep: { kind: 'best' } });
    expect(best.letIn).toEqual([1]);
    expect(best.reasons[0]).toEqual({ code: 'gainedLess', before: 1, after: 2 });
  });
});

describe('choosing components', () => {
  it('goes round by a pointer of each candidate, and a child goes on at the furthest parent', () => {
    const pointers = componentPointers(['a', 'b', 'c'], 'roundRobin');
    expect([pointers.next(0), pointers.next(0), pointers.next(0), pointers.next(0)].flat()).toEqual([
      'a',
      'b',
      'c',
      'a',
    ]);
    pointers.enter(1, [0]);
    pointers.enter(2, [1]);
    expect(pointers.next(1)).toEqual(['b']);
    pointers.enter(3, [1, 2]);
    expect(pointers.next(3)).toEqual(['c']);
    expect(componentPointers(['a', 'b'], 'all').next(0)).toEqual(['a', 'b']);
  });
});

describe('drawing tasks', () => {
  it('makes as many pairs as its strategy says, and none without examples', () => {
    const pairs = (sampling: Parameters<typeof sampleTasks>[0], left = 100) => {
      let parent = 0;
      let minibatches = left;
      return sampleTasks(sampling, {
        selectParent: () => parent++,
        nextMinibatch: () => (minibatches-- > 0 ? [minibatches] : []),
      }).map((task) => task.parent);
    };
    expect(pairs({ kind: 'single' })).toEqual([0]);
    expect(pairs({ kind: 'sameParent', n: 3 })).toEqual([0, 0, 0]);
    expect(pairs({ kind: 'independent', n: 3 })).toEqual([0, 1, 2]);
    expect(pairs({ kind: 'pxn', parents: 2, n: 2 })).toEqual([0, 0, 1, 1]);
    expect(pairs({ kind: 'independent', n: 3 }, 2)).toEqual([0, 1]);
  });

  it('meets every example in an epoch and pads with the least met', () => {
    const sampler = minibatchSampler(4, new PythonRandom(5));
    const epoch = [0, 1, 2].flatMap((iteration) => sampler.next(iteration, 10));
    expect(epoch).toHaveLength(12);
    expect(new Set(epoch).size).toBe(10);
  });
});

describe('merging', () => {
  const lineage = [
    { components: new Map(Object.entries({ a: '0', b: '0', c: '0' })), parents: [], mean: 0 },
    { components: new Map(Object.entries({ a: '1', b: '0', c: '1' })), parents: [0], mean: 0.5 },
    { components: new Map(Object.entries({ a: '0', b: '2', c: '2' })), parents: [0], mean: 0.6 },
  ];
  const search = () => ({
    lineage,
    among: [1, 2],
    draws: new PythonRandom(1),
    isDone: () => false,
    made: new Set<string>(),
  });

  it('takes what only one changed from that one, what both changed from the better, over an ancestor of score 0', () => {
    expect(Object.fromEntries(findMerge(search())?.components ?? [])).toEqual({ a: '1', b: '2', c: '2' });
  });

  it('makes no merge twice, and none of relatives in line', () => {
    const again = search();
    findMerge(again);
    expect(findMerge(again)).toBeUndefined();
    const inLine = lineage.map((one, index) => (index === 2 ? { ...one, parents: [1] } : one));
    expect(findMerge({ ...search(), lineage: inLine })).toBeUndefined();
  });

  it('is tried on five examples, about a third each where one parent, the other or neither is better', () => {
    const first = new Map([1, 1, 1, 0, 0, 0, 1, 1, 0].map((score, position) => [position, score]));
    const second = new Map([0, 0, 0, 1, 1, 1, 1, 1, 0].map((score, position) => [position, score]));
    const chosen = mergeExamples(first, second, new PythonRandom(3));
    expect(new Set(chosen).size).toBe(5);
    expect(chosen.filter((position) => position < 3)).toHaveLength(2);
    expect(chosen.filter((position) => position >= 3 && position < 6)).toHaveLength(2);
  });
});
