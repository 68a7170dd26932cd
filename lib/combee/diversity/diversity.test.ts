import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATOR_KINDS, type OperatorKind } from '@/lib/domain/operator-kinds';
import { seededRng } from '@/lib/random/seeded-rng';
import { hashedNgramVector } from '@/lib/stats/hashed-ngram-embedder';
import { adaptWeights } from './adapt-weights';
import { isCollapsed } from './collapse';
import { coverage } from './coverage';
import { drawOperator } from './draw-operator';
import { type GroupEdits, judgeEdits } from './judge-edits';
import { listSimilarity, similarity, type UnitVector } from './similarity';
import { temperatureAt } from './temperature-at';
import { traceEdits } from './trace-edits';

const even = (kinds: readonly OperatorKind[]) => kinds.map((kind) => ({ kind, weight: 1 / kinds.length }));
/** A unit vector in the plane at this cosine to (1, 0). */
const at = (cosine: number): UnitVector => [cosine, Math.sqrt(1 - cosine * cosine)];
const EAST: UnitVector = [1, 0];
const NORTH: UnitVector = [0, 1];

const group = (
  vectors: readonly UnitVector[],
  members: readonly number[],
  origins?: readonly number[],
): GroupEdits => ({
  vectors,
  origins: origins ?? vectors.map((_, index) => members[index] ?? null),
  members: new Set(members),
});

describe('the operator pool', () => {
  it('R-100: has six operators, drawn in proportion to their weights', () => {
    expect(new Set(OPERATOR_KINDS).size).toBe(6);
    const rng = seededRng('draws');
    const pool = OPERATOR_KINDS.map((kind, index) => ({ kind, weight: (index + 1) / 21 }));
    const drawn = Array.from({ length: 6000 }, (_, ordinal) => drawOperator(pool, rng.fork(`${ordinal}`)));
    for (const { kind, weight } of pool) {
      expect(drawn.filter((one) => one === kind).length / 6000).toBeCloseTo(weight, 1);
    }
    expect(drawOperator([], rng)).toBeUndefined();
  });

  it('R-100: gives one example the same operator whenever and wherever it is drawn', () => {
    const draw = () =>
      drawOperator(even(OPERATOR_KINDS), seededRng('run-1').fork('iteration-3').fork('operator/7'));
    expect(draw()).toBe(draw());
  });

  it('R-204: after a gain, the operator with more kept edits than uses rises and the others fall', () => {
    const pool = even(['rephrase', 'reorder', 'fewShotSwap', 'instructionChannelEdit']);
    const credits = pool.map(({ kind }) => ({ kind, used: 5, kept: kind === 'reorder' ? 8 : 1 }));
    const weightOf = (lift: number) =>
      Object.fromEntries(adaptWeights(pool, credits, lift).map(({ kind, weight }) => [kind, weight]));
    expect(weightOf(0.02).reorder).toBeGreaterThan(0.25);
    expect(weightOf(0.02).rephrase).toBeLessThan(0.25);
    expect(weightOf(-0.02).reorder).toBeLessThan(0.25);
    expect(weightOf(0)).toEqual(Object.fromEntries(pool.map(({ kind, weight }) => [kind, weight])));
  });

  it('R-204: whatever happens, the weights sum to 1, none falls below its floor, none moves by more than half', () => {
    const credit = fc.record({ used: fc.nat(50), kept: fc.nat(50) });
    fc.assert(
      fc.property(
        fc.array(fc.array(credit, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 30 }),
        fc.float({ min: -1, max: 1, noNaN: true }),
        (rounds, lift) => {
          let pool = even(['insert', 'delete', 'rephrase', 'reorder']) as ReturnType<typeof adaptWeights>;
          for (const round of rounds) {
            const credits = pool.map(({ kind }, index) => ({ kind, used: 0, kept: 0, ...round[index] }));
            pool = adaptWeights(pool, credits, lift);
            expect(pool.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
            for (const { weight } of pool) expect(weight).toBeGreaterThanOrEqual(0.05 - 1e-12);
          }
        },
      ),
    );
  });
});

describe('the temperature schedule', () => {
  it('R-103: holds each step until the next, and says nothing before the first', () => {
    const schedule = [
      { fromIteration: 2, temperature: 0.9 },
      { fromIteration: 5, temperature: 0.1 },
    ];
    expect([0, 1, 2, 4, 5, 99].map((iteration) => temperatureAt(schedule, iteration))).toEqual([
      null,
      null,
      0.9,
      0.9,
      0.1,
      0.1,
    ]);
  });
});

describe('copies among edits', () => {
  const judge = (
    final: readonly UnitVector[],
    present: readonly UnitVector[],
    groups: readonly GroupEdits[] = [],
  ) => judgeEdits({ final, present, groups, similarityMax: 0.92 });

  it('R-205: exactly 0.92 is kept, anything above it is rejected', () => {
    expect(judge([at(0.92)], [EAST]).rejected).toEqual([]);
    expect(judge([at(0.9201)], [EAST]).rejected).toEqual([0]);
    expect(judge([EAST, at(0.92), at(0.999)], []).rejected).toEqual([2]);
  });

  it('R-104: the first of two that say the same stays, and one like a rejected one is held against what stays', () => {
    expect(judge([EAST, EAST, NORTH, NORTH], []).rejected).toEqual([1, 3]);
    expect(judge([[0, 0]], [[0, 0]]).rejected, 'an empty text is like nothing').toEqual([]);
  });

  it('R-104: lines that differ in a code, a case and a quoted question are not taken for copies', () => {
    const line = (code: string, name: string, quote: string) =>
      `[${code}] ROI: convert every amount to the same unit first; case ${name}: "${quote}"`;
    const a = line('F12', '3FA0', 'What is the return on an investment of 200,000 that gained 50,000');
    const b = line(
      'F12',
      '77C1',
      'A shop bought goods for 1,250 and sold them for 1,900; what is its return',
    );
    expect(similarity(hashedNgramVector(a), hashedNgramVector(b))).toBeLessThan(0.92);
    expect(judge([hashedNgramVector(b)], [hashedNgramVector(a)]).rejected).toEqual([]);
  });

  it('R-019: the unique-edit ratio and the mean similarity are over the edits of all groups', () => {
    const judged = judge([], [], [group([EAST, NORTH], [0, 1]), group([EAST], [2])]);
    expect(judged.uniqueEditRatio).toBe(0.6667);
    expect(judged.similarities).toEqual([0.75]);
    expect(judged.meanSimilarity).toBe(0.75);
    expect(judge([], []).uniqueEditRatio).toBeNull();
  });

  it('shows at most 24 groups, upper triangle row by row', () => {
    const groups = Array.from({ length: 30 }, (_, index) => group([EAST], [index]));
    expect(judge([], [], groups).similarities).toHaveLength((24 * 23) / 2);
    expect(listSimilarity([], [EAST])).toBeNull();
  });
});

describe('the collapse detector', () => {
  const shareOf = (groups: readonly GroupEdits[], present: readonly UnitVector[] = []) =>
    judgeEdits({ final: [], present, groups, similarityMax: 0.92 }).collapsedShare;

  it('R-020: groups that write the same out of different reflections have collapsed', () => {
    const same = [group([EAST], [0]), group([EAST], [1]), group([NORTH], [2]), group([at(0.5)], [3])];
    expect(shareOf(same)).toBe(0.5);
    expect(isCollapsed(0.5)).toBe(true);
    expect(isCollapsed(0.49)).toBe(false);
    expect(isCollapsed(null)).toBe(false);
  });

  it('R-020: copies of one reflection that the shuffle dealt to two groups are no collapse', () => {
    expect(shareOf([group([EAST, NORTH], [0, 1]), group([EAST, NORTH], [0, 1])])).toBe(0);
    // The same edits, but each group has them from a reflection of its own: now they count.
    expect(shareOf([group([EAST], [0, 1], [0]), group([EAST], [1, 2], [2])])).toBe(1);
  });

  it('R-020: a group that only repeats what is there has collapsed, alone too; one that is silent does not count', () => {
    expect(shareOf([group([EAST], [0])], [EAST])).toBe(1);
    expect(shareOf([group([EAST], [0])], [NORTH])).toBe(0);
    expect(shareOf([group([], [0])], [EAST])).toBeNull();
  });
});

describe('where edits come from', () => {
  const reflection = (ordinal: number, insight: string) => ({
    ordinal,
    exampleId: `e${ordinal}`,
    text: insight,
    insights: [insight],
    bulletTags: [],
    context: '',
    invalid: null,
  });

  it('R-019: traces an edit to the insight that it is worded like, and counts the topics that were reached', () => {
    const tracer = traceEdits([
      reflection(0, 'Divide the gain by the cost of the investment.'),
      reflection(1, 'Convert basis points to per cent before multiplying.'),
    ]);
    expect(tracer.origin('Convert basis points to per cent before multiplying.')).toBe(1);
    expect(tracer.origin('Always divide the gain by the cost of the investment itself.')).toBe(0);
    expect(tracer.origin('Zebras graze at dusk.')).toBeNull();
    expect(tracer.origin('Convert basis points to per cent before multiplying.', new Set([0]))).not.toBe(1);
    const topics = new Map([
      [0, 'ROI'],
      [1, 'Rates'],
      [2, 'Rates'],
      [3, 'EPS'],
    ]);
    expect(coverage(topics, [1, 2, null, 99])).toBe(0.3333);
    expect(coverage(new Map(), [])).toBeNull();
  });
});
