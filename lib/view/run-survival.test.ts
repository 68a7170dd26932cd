import { describe, expect, it } from 'vitest';
import type { InsightFateView, RunSurvivalView } from '@/lib/contracts/survival';
import { describeFate, prepareAges, prepareFunnel, prepareSurvivalBySize } from './run-survival';

const ORIGIN = { split: 'heldOut', hardware: 'this machine', practice: true } as const;
const ITERATION = {
  iteration: 0,
  size: 10,
  wentIn: 10,
  level1: 7,
  level2: 5,
  inPrompt: 5,
  inPromptNow: 4,
  byId: 3,
  bySimilarity: 2,
  claimedNotFound: 1,
  carriedReflections: 0,
  known: 2,
  withoutInsights: 0,
};
const VIEW: RunSurvivalView = {
  runId: 'run_a',
  practice: true,
  ids: true,
  stated: true,
  isWhole: true,
  embedderId: 'hashed-ngram-512-v1',
  similarityMin: 0.7,
  similarityMinClaimed: 0.4,
  floor: 0.6,
  note: 'note',
  iterations: [ITERATION],
  bySize: [{ size: 10, share: 0.5, fitted: 0.5, n: 10 }],
  bySeen: [{ band: 'under50', n: 10, survived: 5 }],
  byAge: [
    { age: 0, n: 5, stillThere: 5 },
    { age: 1, n: 5, stillThere: 4 },
  ],
  fates: [],
  nextCursor: null,
};
const FATE: InsightFateView = {
  id: 'i0.0.0',
  alsoIds: [],
  iteration: 0,
  exampleId: 'e0',
  text: 'Round last.',
  place: 'lostLevel1',
  by: null,
  likeness: null,
  groups: [0, 2],
  line: null,
  cause: null,
  removedAt: null,
  claimedNotFound: false,
  carried: false,
  known: false,
};

describe('what became of insights, as it is drawn', () => {
  it('stacks the places of every insight that went in, and no more', () => {
    const chart = prepareFunnel(VIEW, ORIGIN);
    const values = chart.rows[0]?.values ?? {};
    expect(values).toEqual({ now: 4, left: 1, level2: 2, level1: 3 });
    expect(chart.summary).toContain('Of 10 new insights 7 survived level 1, 5 level 2 (50.0 %)');
    expect(chart.summary).toContain('3 by id, 2 by similarity; 1 claimed, not found');
    expect(chart.origin).toContain('practice model');
  });

  it('gives every share its interval and its n, and names the floor', () => {
    const chart = prepareSurvivalBySize(VIEW, ORIGIN);
    expect(chart.points[0]?.label).toMatch(/^50\.0 % \(95 % 2\d\.\d % to 7\d\.\d %, n = 10\)$/);
    expect(chart.summary).toMatch(/^At a batch size of 10, 50\.0 % \(.*n = 10\) survive\. /);
    expect(chart.summary).toContain('held where 60 % survive');
    expect(prepareSurvivalBySize({ ...VIEW, bySize: [], floor: null }, ORIGIN).points).toEqual([]);
  });

  it('ages by those that can be that old', () => {
    const chart = prepareAges(VIEW, ORIGIN);
    expect(chart.rows.map(({ values }) => values.there)).toEqual([100, 80]);
    expect(chart.summary).toBe('4 of 5 that could be that old are still there after 1 iteration.');
  });

  it('says of each fate where it happened', () => {
    expect(describeFate(FATE)).toBe('no line of groups 1, 3 says it');
    expect(describeFate({ ...FATE, place: 'prompt', by: 'id', line: 'misc-00001' })).toBe(
      'misc-00001 (told by its id)',
    );
    expect(describeFate({ ...FATE, place: 'notApplied', cause: 'duplicate' })).toBe(
      'another line says nearly the same',
    );
    expect(describeFate({ ...FATE, place: 'removed', removedAt: 4 })).toBe('gone since iteration 5');
  });
});
