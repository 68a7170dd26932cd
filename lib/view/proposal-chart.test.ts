import { describe, expect, it } from 'vitest';
import { prepareProposals } from './proposal-chart';
import type { Proposal } from './run-search';

const origin = { split: 'heldOut', hardware: 'this machine', practice: true } as const;
const proposal = (iteration: number, more: Partial<Proposal> = {}): Proposal => ({
  ...{ iteration, proposal: 0, how: 'reflection', parentHashes: ['p'], hash: 'c', text: 't', components: [] },
  ...{
    parentScore: 0.4,
    childScore: 0.6,
    examples: 3,
    accepted: true,
    reason: { code: 'gained', before: 1.2, after: 1.8 },
  },
  ...more,
});
const ALL = [
  proposal(0),
  proposal(1, { childScore: 0.4, accepted: false, reason: { code: 'noGain', before: 1.2, after: 1.2 } }),
  proposal(2, { how: 'merge', examples: 5 }),
  proposal(3, { parentScore: null, childScore: null, accepted: false }),
];

describe('proposals against their parents', () => {
  it('keeps minibatch and selection, accepted and refused, in separate series', () => {
    const chart = prepareProposals(ALL, origin, false);
    expect(chart?.curve.series.map(({ name, dots }) => [name, dots.map(({ x }) => x)])).toEqual([
      ['accepted, tried on a minibatch', [1]],
      ['refused, tried on a minibatch', [2]],
      ['accepted, tried on selection', [3]],
    ]);
    expect(chart?.curve.series[0]?.dots[0]?.score).toBeCloseTo(20);
    expect(chart?.curve.summary).toBe(
      '2 of 3 tried proposals accepted, 2 of them better than their parent. 1 other had no scores to hold against each other.',
    );
    expect(chart?.table.rows).toHaveLength(3);
  });

  it('draws and lists accepted proposals only, on request', () => {
    const chart = prepareProposals(ALL, origin, true);
    expect(chart?.curve.series.map(({ name }) => name)).toEqual([
      'accepted, tried on a minibatch',
      'accepted, tried on selection',
    ]);
    expect(chart?.table.rows.map((row) => row.at(-2))).toEqual(['accepted', 'accepted']);
    expect(prepareProposals([proposal(0, { accepted: false })], origin, true)?.curve.series).toEqual([]);
  });

  it('is no chart when no proposal was tried against a parent', () => {
    expect(prepareProposals([proposal(0, { parentScore: null })], origin, false)).toBeNull();
  });
});
