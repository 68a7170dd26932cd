import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DrawableTrace } from '@/lib/domain/trace-sample';
import { drawTraces } from './draw-traces';

const trace = fc.record({
  id: fc.string({ minLength: 1, maxLength: 12 }),
  taskHash: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
  score: fc.constantFrom(null, 0, 0.4, 0.5, 0.9, 1),
  tool: fc.constantFrom('', 'search', 'refund'),
});
const traces = fc.uniqueArray(trace, { selector: ({ id }) => id, maxLength: 200 });
const asked = fc.record({ count: fc.integer({ min: 1, max: 120 }), seed: fc.nat() });

const many = (n: number, over: Partial<DrawableTrace>): DrawableTrace[] =>
  Array.from({ length: n }, (_, index) => {
    const id = `${over.tool ?? ''}${over.score}-${index}`;
    return { id, taskHash: id, score: 1, tool: '', ...over };
  });

describe('a sample of traces', () => {
  it('is the same for the same traces and seed, in whatever order they are read', () => {
    fc.assert(
      fc.property(traces, asked, (all, draw) => {
        expect(drawTraces([...all].reverse(), draw)).toEqual(drawTraces(all, draw));
      }),
    );
  });

  it('counts each trace once: unjudged, a double, or there to be drawn', () => {
    fc.assert(
      fc.property(traces, asked, (all, draw) => {
        const { ids, counts } = drawTraces(all, draw);
        const there = counts.strata.reduce((sum, stratum) => sum + stratum.there, 0);
        expect(counts.unjudged + counts.doubles + there).toBe(all.length);
        expect(ids).toHaveLength(Math.min(draw.count, there));
        expect(new Set(ids).size).toBe(ids.length);
        expect(counts.strata.reduce((sum, stratum) => sum + stratum.drawn, 0)).toBe(ids.length);
        for (const stratum of counts.strata) expect(stratum.drawn).toBeLessThanOrEqual(stratum.there);
      }),
    );
  });

  it('gives each stratum its share, and a rare one a place', () => {
    const all = [
      ...many(900, { score: 1, tool: 'search' }),
      ...many(98, { score: 0, tool: 'search' }),
      ...many(2, { score: 0, tool: 'refund' }),
    ];
    const { strata } = drawTraces(all, { count: 100, seed: 1 }).counts;
    expect(strata.map(({ drawn }) => drawn)).toEqual([90, 9, 1]);
  });

  it('keeps one trace of a task with the same outcome', () => {
    const twice = many(10, { taskHash: 'same', score: 0 });
    const { ids, counts } = drawTraces([...twice, ...many(1, { taskHash: 'same', score: 1 })], {
      count: 50,
      seed: 3,
    });
    expect(ids).toHaveLength(2);
    expect(counts.doubles).toBe(9);
  });

  it('draws another sample with another seed', () => {
    const all = many(200, {});
    const draws = [1, 2].map((seed) => drawTraces(all, { count: 20, seed }).ids);
    expect(draws[0]).not.toEqual(draws[1]);
  });
});
