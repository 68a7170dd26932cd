import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Components } from '@/lib/domain/components';
import { contentHash } from '@/lib/domain/content-hash';
import { seededRng } from '@/lib/random/seeded-rng';
import { gepaTestSettings } from '@/lib/testing/builders/method-settings-builder';
import { gepaLoop } from '@/lib/testing/gepa-loop';
import { sumOf } from './acceptance';
import { candidateKey } from './candidate-key';
import { seededDraws } from './draws';
import type { GepaEvent } from './events';
import type { LoopHost, ProposalJob, Scored } from './loop-host';
import type { LoopRules } from './loop-state';
import { bestMember, meansOf } from './pool';
import { anyOf, atLeast } from './stop-conditions';

const TRAIN = 9;
const SELECTION = 6;
const MINIBATCH = 3;

/** A world made of hashes: any text has some score on any example, and any record leads to some new text. */
function hashedHost(seed: number, asked: string[] = [], selectsOnTrain = false): LoopHost<readonly number[]> {
  const score = (components: Components, split: string, position: number) => {
    const place = `${seed}/${candidateKey(components)}/${split}/${position}`;
    asked.push(place);
    return Number.parseInt(contentHash(place).slice(0, 2), 16) % 4 === 0 ? 1 : 0;
  };
  const scored = (components: Components, split: string, positions: readonly number[]): Scored => ({
    scores: positions.map((position) => score(components, split, position)),
    objectives: [],
    isComplete: true,
  });
  const rewritten = ({ components, names, evidence }: ProposalJob<readonly number[]>) => {
    const texts = names.map((name) => {
      const current = components.get(name) ?? '';
      return [name, contentHash(`${seed}/${current}/${evidence.join()}`).slice(0, 6)] as const;
    });
    return { texts: new Map(texts), fault: null };
  };
  let next = 0;
  return {
    trainExamples: TRAIN,
    selectionExamples: selectsOnTrain ? TRAIN : SELECTION,
    selectsOnTrain,
    nextMinibatch: () => Array.from({ length: MINIBATCH }, () => next++ % TRAIN),
    mapParents: async (tasks) =>
      tasks.map(({ components, minibatch }) => ({
        ...scored(components, 'train', minibatch),
        evidence: minibatch,
      })),
    propose: async (jobs) => jobs.map(rewritten),
    tryChildren: async (tasks) =>
      tasks.map(({ components, minibatch }) => scored(components, 'train', minibatch)),
    measure: async (tasks) =>
      tasks.map(({ components, examples }) =>
        scored(components, selectsOnTrain ? 'train' : 'selection', examples),
      ),
  };
}

const rules: fc.Arbitrary<LoopRules> = fc
  .record({
    acceptance: fc.constantFrom('strict' as const, 'orEqual' as const),
    components: fc.constantFrom('roundRobin' as const, 'all' as const),
    keep: fc.constantFrom(
      { kind: 'all' } as const,
      { kind: 'best' } as const,
      { kind: 'topK', k: 2 } as const,
    ),
    sampling: fc.constantFrom(
      { kind: 'single' } as const,
      { kind: 'sameParent', n: 2 } as const,
      { kind: 'independent', n: 3 } as const,
      { kind: 'pxn', parents: 2, n: 2 } as const,
    ),
    merge: fc.constantFrom(null, { maxInvocations: 3 }),
  })
  .map((some) => ({
    ...gepaTestSettings(some),
    stop: { ...gepaTestSettings().stop, metricCalls: 200, proposals: 60 },
  }));

const SEED: Components = new Map([
  ['solver', 'S'],
  ['checker', 'C'],
]);

async function walked(loopRules: LoopRules, seed: number, asked: string[] = [], selectsOnTrain = false) {
  const told: GepaEvent[] = [];
  const state = await gepaLoop(
    {
      rules: loopRules,
      seed: SEED,
      draws: seededDraws(seededRng(`${seed}`)),
      listen: (event) => told.push(event),
    },
    hashedHost(seed, asked, selectsOnTrain),
  );
  return { state, told };
}

const ofKind = <K extends GepaEvent['kind']>(told: readonly GepaEvent[], kind: K) =>
  told.filter((event): event is Extract<GepaEvent, { kind: K }> => event.kind === kind);

describe('the loop', () => {
  it('counts every rollout that it asked for, and ends at the first look past a limit', async () => {
    await fc.assert(
      fc.asyncProperty(rules, fc.nat(), async (loopRules, seed) => {
        const asked: string[] = [];
        const { state, told } = await walked(loopRules, seed, asked);
        expect(state.metricCalls).toBe(asked.length);
        const budget = ofKind(told, 'budget.updated');
        expect(budget.at(-1)?.used).toBe(state.metricCalls);
        expect(SELECTION + sumOf(budget.map(({ delta }) => delta))).toBe(state.metricCalls);
        const lastStart = told.map(({ kind }) => kind).lastIndexOf('iteration.started');
        const before = ofKind(told.slice(0, lastStart), 'budget.updated').at(-1)?.used ?? SELECTION;
        expect(before).toBeLessThan(200);
        expect(state.metricCalls >= 200 || state.proposals >= 60).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it('keeps parents before children, each text once, and the best of the pool as its best', async () => {
    await fc.assert(
      fc.asyncProperty(rules, fc.nat(), async (loopRules, seed) => {
        const { state, told } = await walked(loopRules, seed);
        const { members } = state.pool;
        for (const { index, parents } of members) {
          expect(parents.every((parent) => parent < index)).toBe(true);
          expect(parents.length).toBe(index === 0 ? 0 : Math.max(1, parents.length));
        }
        expect(new Set(members.map(({ components }) => candidateKey(components))).size).toBe(members.length);
        expect(bestMember(state.pool).mean).toBe(Math.max(...meansOf(state.pool)));
        expect(ofKind(told, 'optimization.ended')[0]?.best).toBe(bestMember(state.pool).index);
        expect(ofKind(told, 'candidate.accepted')).toHaveLength(members.length - 1);
      }),
      { numRuns: 15 },
    );
  });

  it('accepts children by its rule alone, and measures no rejected child on selection', async () => {
    await fc.assert(
      fc.asyncProperty(rules, fc.nat(), async (loopRules, seed) => {
        const { state, told } = await walked(loopRules, seed);
        const kept = { all: 4, best: 1, topK: 2 }[loopRules.keep.kind];
        for (let iteration = 0; iteration <= state.iteration; iteration += 1) {
          const here = told.filter((event) => 'iteration' in event && event.iteration === iteration);
          const accepted = ofKind(here, 'candidate.accepted');
          expect(accepted.length).toBeLessThanOrEqual(Math.max(1, kept));
          expect(ofKind(here, 'selection.measured')).toHaveLength(accepted.length);
        }
        if (loopRules.keep.kind !== 'all') return;
        for (const { sumBefore, sumAfter, reason } of ofKind(told, 'candidate.rejected')) {
          // Two proposals of one iteration may come to one text, which enters once.
          if (reason.code === 'sameAsSibling') continue;
          if (loopRules.acceptance === 'strict') expect(sumAfter).toBeLessThanOrEqual(sumBefore);
          else expect(sumAfter).toBeLessThan(sumBefore);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('is the same walk for the same draws', async () => {
    const settings = { ...gepaTestSettings({ merge: { maxInvocations: 3 } }) };
    const loopRules = { ...settings, stop: { ...settings.stop, metricCalls: 300 } };
    const [one, other] = [await walked(loopRules, 7), await walked(loopRules, 7)];
    expect(one.told).toEqual(other.told);
  });

  it('asks with a cache for nothing twice where it selects on the training examples', async () => {
    const settings = gepaTestSettings({ candidateCache: true, skipPerfect: false });
    const loopRules = { ...settings, stop: { ...settings.stop, proposals: 12 } };
    const [cached, uncached] = [[], []] as [string[], string[]];
    const withCache = await walked(loopRules, 3, cached, true);
    const without = await walked({ ...loopRules, candidateCache: false }, 3, uncached, true);
    expect(meansOf(withCache.state.pool)).toEqual(meansOf(without.state.pool));
    expect(withCache.state.metricCalls).toBe(cached.length);
    const accepted = without.state.pool.members.length - 1;
    expect(accepted).toBeGreaterThan(0);
    // A child's minibatch results are not requested again when it is measured.
    expect(uncached.length - cached.length).toBe(accepted * MINIBATCH);
  });
});

describe('stop conditions', () => {
  const progress = {
    metricCalls: 5,
    iterationsWithoutImprovement: 0,
    candidates: 3,
    proposals: 4,
    score: 0.5,
  };

  it('compose: the first that holds gives its reason', () => {
    const [calls, score] = [atLeast('metricCalls', 5), atLeast('score', 0.9)];
    expect(anyOf([score, calls])(progress)).toEqual([{ name: 'metricCalls', limit: 5 }]);
    expect(anyOf([])(progress)).toBeNull();
  });
});
