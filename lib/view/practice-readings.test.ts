import { describe, expect, it } from 'vitest';
import type { ArmComparison } from '@/lib/contracts/comparisons';
import type { PracticeReadingsView } from '@/lib/contracts/practice-readings';
import { LEVEL_TWO_READINGS } from '@/lib/domain/level-two-readings';
import { readingsRows, runsWithLevelTwo } from './practice-readings';

type Row = ArmComparison['rows'][number];

function arm(name: string, levelTwo: Row['levelTwo'], practice = true): Row {
  return {
    ...{
      name,
      levelTwo,
      doubt: null,
      practice,
      batchSize: 80,
      seeds: 2,
      n: 100,
      originalMean: 0.6,
      finalMean: 0.7,
      gain: 0.1,
    },
    final: { mean: 0.7, lower: null, upper: null, n: 100, missing: 0, includesTraining: false },
    armGain: { mean: 0.1, lower: null, upper: null, n: 100, verdict: 'undecided' },
    difference: null,
    ...{ gains: [], kept: null, bullets: 10, learningMs: 1000, runIds: [`${name} 1`, `${name} 2`] },
    pointPrice: {
      ...{ kind: 'unpriced', usdPerPoint: null, lower: null, upper: null, usd: null, sentence: 'Not known.' },
      gain: { mean: 0.1, lower: null, upper: null, n: 100 },
    },
  };
}

function made(runId: string, finals: readonly number[], isReproduced = true): [string, PracticeReadingsView] {
  const rows = LEVEL_TWO_READINGS.map((reading, index) => ({
    ...{ reading, finalMean: finals[index] ?? 0, bullets: 10 },
    gain: { mean: (finals[index] ?? 0) - 0.6, lower: null, upper: null, n: 100 },
  }));
  return [runId, { runId, pinned: 'updates', rows, isReproduced, tookMs: 1 }];
}

describe('practice arms under the three readings', () => {
  const rows = [arm('Naive', null), arm('Combee', 'updates'), arm('Real', null, false)];

  it('an arm without a level 2 has its measured figure under each, and an arm of a real model none', () => {
    const shown = readingsRows({ rows }, new Map());
    expect(shown.map(({ name }) => name)).toEqual(['Naive', 'Combee']);
    expect(Object.values(shown[0]?.under ?? {})).toEqual(Array(3).fill({ final: 0.7, gain: 0.1 }));
  });

  it('an arm with one has means over its runs, and nothing before all of them were made again', () => {
    const [first, second] = [made('Combee 1', [0.9, 0.7, 0.6]), made('Combee 2', [0.8, 0.7, 0.6], false)];
    expect(runsWithLevelTwo({ rows })).toEqual(['Combee 1', 'Combee 2']);
    expect(readingsRows({ rows }, new Map([first]))[1]?.under.updates).toBeNull();
    const combee = readingsRows({ rows }, new Map([first, second]))[1];
    expect(combee?.under.updates?.final).toBeCloseTo(0.85);
    expect(combee?.under.items?.gain).toBeCloseTo(0);
    expect(combee?.isReproduced).toBe(false);
  });
});
