import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CostRow } from '@/lib/domain/cost-row';
import { AppError } from '@/lib/errors/app-error';
import { buildManifest, buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { buildRecord } from '@/lib/testing/builders/run-record';
import { againstSerial } from './cost-against';
import { acceptedPoints, costToTarget, milestoneEnds } from './cost-milestones';
import { costByIteration, costByRole } from './cost-parts';
import type { CostPerPoint } from './cost-per-point';
import { costReport } from './cost-report';
import { rowsUntil, totalsOf } from './cost-rows';
import { targetAmounts } from './cost-target';
import { costHeadline, type HeadlineParts, type SpeedShown, speedBesideCost } from './headline';

const count = fc.integer({ min: 0, max: 50 });
const nano = fc.integer({ min: 0, max: 5_000_000_000 });
const row: fc.Arbitrary<CostRow> = fc.record({
  iteration: fc.integer({ min: -1, max: 6 }),
  role: fc.constantFrom('serving', 'proposer', 'evaluator'),
  model: fc.constantFrom('small', 'large'),
  purpose: fc.constantFrom('generate', 'evaluate', 'reflect', 'aggregate', 'judge', 'environment'),
  calls: fc.integer({ min: 100, max: 200 }),
  causes: fc.dictionary(fc.constantFrom('timedOut', 'unparseable'), count),
  ...{ unanswered: count, failures: count, refused: count, cached: count },
  ...{ possiblyPaidTwice: count, tokensIn: count, tokensOut: count, tokensCached: count },
  ...{ costNano: nano, spendNano: nano, twiceNano: nano },
  unpriced: fc.constantFrom(0, 0, 0, 1),
  gpuSeconds: fc.integer({ min: 0, max: 9 }),
  gpuUnmeasured: fc.constantFrom(0, 0, 0, 1),
});
const rows = fc.array(row, { maxLength: 30 });

const priced: CostRow = {
  ...{ iteration: 0, role: 'serving', model: 'small', purpose: 'generate', calls: 10, unanswered: 0 },
  ...{
    failures: 0,
    causes: {},
    refused: 0,
    cached: 0,
    possiblyPaidTwice: 0,
    unpriced: 0,
  },
  ...{ tokensIn: 100, tokensOut: 10, tokensCached: 0, twiceNano: 0 },
  ...{ costNano: 2_000_000_000, spendNano: 1_000_000_000, gpuSeconds: 5, gpuUnmeasured: 0 },
};

describe('sums of cost', () => {
  it('come out the same by role, by iteration and in any order, to the nanodollar', () => {
    fc.assert(
      fc.property(rows, fc.func(fc.integer()), (some, order) => {
        const known = some.map((one) => ({ ...one, unpriced: 0 }));
        const all = totalsOf(known);
        const shuffled = known.toSorted((a, b) => order(a) - order(b));
        expect(totalsOf(shuffled).costUsd).toBe(all.costUsd);
        expect(totalsOf(shuffled).causes).toEqual(all.causes);
        const nanos = (parts: readonly { costUsd: number | null }[]) =>
          parts.reduce((sum, { costUsd }) => sum + Math.round((costUsd ?? 0) * 1e9), 0);
        expect(nanos(costByRole(known))).toBe(Math.round((all.costUsd ?? 0) * 1e9));
        const byIteration = costByIteration(known);
        expect(nanos(byIteration)).toBe(Math.round((all.costUsd ?? 0) * 1e9));
        if (known.length > 0) expect(byIteration.at(-1)?.costUsdUntilHere).toBe(all.costUsd);
      }),
    );
  });

  it('say of the newest iterations what all of them say, with the price of everything before', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: -1, max: 7 }), (some, since) => {
        const known = some.map((one) => ({ ...one, unpriced: 0 }));
        const newest = known.filter(({ iteration }) => iteration >= since);
        const wanted = costByIteration(known).filter(({ iteration }) => iteration >= since);
        expect(costByIteration(newest, known)).toEqual(wanted);
      }),
    );
  });

  it('never fall while a run goes on, and are unknown, never zero, once a part of them is', () => {
    fc.assert(
      fc.property(rows, (some) => {
        for (const iteration of [0, 1, 2, 3]) {
          const before = totalsOf(rowsUntil(some, iteration - 1));
          const after = totalsOf(rowsUntil(some, iteration));
          expect(after.tokens).toBeGreaterThanOrEqual(before.tokens);
          if (before.costUsd === null) expect(after.costUsd).toBeNull();
          if (before.gpuSeconds === null) expect(after.gpuSeconds).toBeNull();
        }
        const unpriced = some.some(({ purpose, unpriced: n }) => purpose !== 'environment' && n > 0);
        expect(totalsOf(some).costUsd === null).toBe(unpriced);
        expect(totalsOf(some).gpuSeconds === null).toBe(some.some(({ gpuUnmeasured }) => gpuUnmeasured > 0));
      }),
    );
  });
});

const SERIAL = buildRecord({
  runId: 'serial',
  manifest: { kind: 'serialBaseline' },
  points: [{ right: 60 }, { right: 70, learningMs: 9000 }],
});
const better = buildRecord({
  points: [{ right: 60 }, { right: 65, learningMs: 500 }, { right: 85, learningMs: 500 }],
});
const speed = { kind: 'none', sentence: 'Not measured again yet.' } as const;
const spentOf = (record: typeof better, costUsd: number | null = 2) => ({
  record,
  end: record.chosen,
  costUsd,
});

describe('against the serial baseline', () => {
  it('R-141: divides the dollars by the points over serial, paired by example, with an interval', () => {
    const against = againstSerial(spentOf(better), spentOf(SERIAL));
    expect(against).toMatchObject({ kind: 'compared', difference: { n: 1000 } });
    if (against.kind !== 'compared' || against.perPoint.kind !== 'measured')
      throw new Error(against.sentence);
    expect(against.perPoint.usdPerPoint).toBeCloseTo(2 / 15, 10);
    expect(against.perPoint.lower).toBeLessThan(against.perPoint.usdPerPoint);
    expect(against.serialPerPoint).toMatchObject({ kind: 'measured', usd: 2 });
    expect(against.sentence).toMatch(/\+15\.0 points .*95 %.*n = 1,000/);
  });

  it('says that nothing was gained, that it is not distinguishable, or that it is worse; never a price', () => {
    const same = againstSerial(spentOf(SERIAL_LIKE(70)), spentOf(SERIAL));
    expect(same.sentence).toMatch(/^Keeps the serial score within 1 point\..+No improvement over serial/);
    expect(againstSerial(spentOf(SERIAL_LIKE(70.3)), spentOf(SERIAL)).sentence).toMatch(
      /not distinguishable from zero/,
    );
    expect(againstSerial(spentOf(SERIAL_LIKE(61)), spentOf(SERIAL)).sentence).toMatch(
      /^Loses more than 1 point against the serial run and saves .+ of learning time \(/,
    );
    expect(againstSerial(spentOf(better, null), spentOf(SERIAL)).sentence).toMatch(/not known/);
  });

  it('R-159, R-179: has words and no number across hardware and across splits', () => {
    const elsewhere = buildModelBinding({ practice: false, hardware: 'A100' });
    const models = { serving: elsewhere, proposer: elsewhere, evaluator: elsewhere };
    const moved = buildRecord({ points: [{ right: 60 }, { right: 85 }], manifest: { models } });
    const hardware = againstSerial(spentOf(moved), spentOf(SERIAL));
    expect(hardware).toMatchObject({ kind: 'notCompared', code: 'HARDWARE_MISMATCH' });
    const { split } = buildManifest();
    const resplit = { split: { ...split, hash: 'c'.repeat(64) } };
    const other = buildRecord({ points: [{ right: 60 }, { right: 85 }], manifest: resplit });
    expect(againstSerial(spentOf(other), spentOf(SERIAL))).toMatchObject({ code: 'SPLIT_MISMATCH' });
    expect(againstSerial(spentOf(better), null)).toMatchObject({ code: 'NO_BASELINE' });
    for (const against of [hardware]) expect(JSON.stringify(against)).not.toMatch(/usdPerPoint|ratio/);
  });
});

const SERIAL_LIKE = (right: number) => buildRecord({ points: [{ right: 60 }, { right, learningMs: 500 }] });

describe('the cost until a milestone', () => {
  it('R-024: is the sum until the first measurement at or above the target, or says what is missing', () => {
    const two = [priced, { ...priced, iteration: 1, gpuUnmeasured: 1 }];
    const first = costToTarget(better, two, 0.65);
    expect(first).toMatchObject({
      kind: 'reached',
      at: { iteration: 0, totals: { tokens: 110, gpuSeconds: 5 } },
    });
    expect(costToTarget(better, two, 0.8).sentence).toMatch(/GPU-seconds not measured/);
    expect(targetAmounts(costToTarget(better, two, 0.8)).gpuSeconds).toBe('notMeasured');
    expect(targetAmounts(costToTarget(better, two, 0.9)).tokens).toBe('notReached');
    expect(targetAmounts(costToTarget(better, two, null)).tokens).toBe('notMeasured');
    expect(costToTarget(better, two, 0.9)).toMatchObject({ kind: 'notReached', best: 0.85 });
    expect(costToTarget(buildRecord({ points: [] }), two, 0.9)).toMatchObject({ kind: 'notMeasured' });
    expect(costToTarget(better, two, null)).toMatchObject({ kind: 'noTarget' });
  });

  it('R-140: counts the prompts that became the best, not the one that the run was given', () => {
    expect(acceptedPoints(better).map(({ score }) => score.mean)).toEqual([0.65, 0.85]);
    expect(acceptedPoints(buildRecord({ points: [{ right: 60 }, { right: 50 }] }))).toEqual([]);
  });

  it('name every iteration that a milestone may end with, whatever the target', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 12 }), (rights) => {
        const record = buildRecord({ points: rights.map((right) => ({ right })) });
        const ends = milestoneEnds(record);
        expect(ends).toEqual(ends.toSorted((a, b) => a - b));
        for (const { iteration } of acceptedPoints(record)) expect(ends).toContain(iteration);
        for (const right of rights) {
          const reached = costToTarget(record, [], right / 100);
          if (reached.kind === 'reached') expect(ends).toContain(reached.at.iteration);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('R-023: is in one report with the price of a point', () => {
    const report = costReport({
      record: better,
      rows: [priced],
      serial: { record: SERIAL, rows: [priced] },
      targetScore: null,
      speed,
    });
    expect(report.byIteration).toHaveLength(1);
    expect(report.headline).toMatchObject({ priced: true, cost: { kind: 'measured', usd: 2 } });
    expect(report.accepted).toHaveLength(2);
  });

  it('says of a run under way that measured only its original prompt that nothing is known, not that it lost', () => {
    const record = buildRecord({ points: [{ right: 60 }] });
    const serial = { record: SERIAL, rows: [priced] };
    const going = costReport({ record, rows: [priced], serial, targetScore: null, speed });
    expect(going.headline).toMatchObject({ priced: false, big: 'Not measured', cost: null });
    expect(going.againstSerial).toMatchObject({ kind: 'notCompared', code: 'NOT_MEASURED' });
    const untrained = { ...priced, purpose: 'evaluate' } as const;
    const arm = costReport({ record, rows: [untrained], serial, targetScore: null, speed });
    expect(arm.headline.big, 'an arm that learns nothing').toBe('No improvement');
    expect(arm.againstSerial.kind).toBe('compared');
  });
});

const gain = { mean: 0.2, lower: 0.1, upper: 0.3, n: 100 };
const shown: SpeedShown = { kind: 'shown', ratio: 9, lower: 8, upper: 10, seeds: 3 };
const unpriced: CostPerPoint = { kind: 'unpriced', usd: null, gain, sentence: 'Not known.' };
const codeOf = (make: () => unknown): string | null => {
  try {
    make();
    return null;
  } catch (error) {
    return AppError.is(error) ? `${error.code} ${error.ruleId}` : 'another error';
  }
};

describe('the headline', () => {
  it('R-025: prints a speedup beside the price of a point', () => {
    const cost: CostPerPoint = {
      kind: 'measured',
      usd: 2,
      usdPerPoint: 0.1,
      lower: 0.05,
      upper: 0.2,
      gain,
      sentence: '$0.10 a held-out point.',
    };
    const headline = costHeadline({ cost, speed: shown });
    expect(headline).toMatchObject({ priced: true, big: '$0.10 a point' });
    expect(headline.sentence).toBe('$0.10 a held-out point. 9.0× in learning time (95 % 8.0 to 10.0).');
    expect(speedBesideCost(shown, cost)).toMatch(/9\.0×.*3 seeds.*a held-out point/);
  });

  it('R-025: refuses a speedup without a price, even where the types were left out', () => {
    const bare = { cost: unpriced, speed: shown } as unknown as HeadlineParts;
    expect(codeOf(() => costHeadline(bare))).toBe('SPEEDUP_WITHOUT_COST R-025');
    expect(codeOf(() => speedBesideCost(shown, unpriced))).toBe('SPEEDUP_WITHOUT_COST R-025');
    // @ts-expect-error a speedup takes no unpriced point
    const typed: HeadlineParts = { cost: unpriced, speed: shown };
    expect(codeOf(() => costHeadline(typed))).toBe('SPEEDUP_WITHOUT_COST R-025');
  });

  it('R-141: refuses a headline that is a speedup of something never measured on held-out', () => {
    const bare = { cost: null, speed: shown } as unknown as HeadlineParts;
    expect(codeOf(() => costHeadline(bare))).toBe('HEADLINE_IS_SPEEDUP R-141');
    expect(costHeadline({ cost: null, speed })).toMatchObject({ priced: false, big: 'Not measured' });
  });

  it('R-012: keeps the ratio of a regression apart, for striking through', () => {
    const regressed = { kind: 'regression', struckThrough: 9, sentence: 'Worse.' } as const;
    const cost: CostPerPoint = { kind: 'noImprovement', usd: 2, gain, sentence: 'No improvement.' };
    const headline = costHeadline({ cost, speed: regressed });
    expect(headline.sentence).not.toMatch(/9/);
    expect(headline.big).toBe('No improvement');
  });
});
