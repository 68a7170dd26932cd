import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AggregationSettings } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import { seededRng } from '@/lib/random/seeded-rng';
import { buildManifest, buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { dealtGroups } from '@/lib/testing/dealt-groups';
import {
  aggregationManifest,
  askNobody,
  failedUpdate,
  recordingMethod,
  reflectionOf,
  textUpdate,
  type UpdateScript,
} from '@/lib/testing/recording-method';
import type { GroupResult } from './aggregate-group';
import { augmentedShuffle } from './augmented-shuffle';
import { parallelScan } from './scan';

const BASE = { hash: 'base', text: 'BASE' };

async function scan(n: number, script?: UpdateScript, settings: Partial<AggregationSettings> = {}) {
  const method = recordingMethod(script);
  const manifest = aggregationManifest(settings);
  const { duplication, groups } = manifest.aggregation;
  const ordinals = Array.from({ length: n }, (_, ordinal) => ordinal);
  const plan = augmentedShuffle({ ordinals, duplication, groups, rng: seededRng('scan') });
  const arrived: GroupResult[] = [];
  const reflections = ordinals.map((ordinal) => reflectionOf(ordinal));
  const progress = { trainExamplesSeen: 0, trainExamples: n };
  const { scan: result } = await parallelScan(
    { method, manifest, progress, ask: askNobody, onGroup: (group) => arrived.push(group) },
    dealtGroups(BASE, reflections, plan),
  );
  const level1 = method.calls.filter((call) => call.level === 'aggregate');
  const level2 = method.calls.filter((call) => call.level === 'combine');
  return { result, plan, level1, level2, arrived };
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** Level 1 answers by group; level 2 says what it read, in order. */
const byGroup =
  (answers: Readonly<Record<number, ReturnType<typeof textUpdate>>>): UpdateScript =>
  (call) =>
    call.level === 'combine'
      ? textUpdate(call.updates.map((update) => update.text).join('+'))
      : (answers[call.ordinal] ?? textUpdate(`u${call.ordinal}`));

describe('parallelScan', () => {
  it.each([
    [4, 2],
    [9, 3],
    [40, 6],
    [60, 7],
    [84, 9],
    [94, 9],
  ])('makes k + 1 calls for %i reflections', async (n, k) => {
    const { result, level1, level2 } = await scan(n);
    expect(result).toMatchObject({ mode: 'llm', calls: k + 1, survivingGroups: k, cause: null });
    expect([level1.length, level2.length]).toEqual([k, 1]);
  });

  it.each([1, 2, 3])('makes one plain call on the raw reflections for n = %i', async (n) => {
    const { result, level1, level2 } = await scan(n);
    expect(result).toMatchObject({ mode: 'plainCall', calls: 1, survivingGroups: 1 });
    expect(level1.map((call) => call.reflections)).toEqual([Array.from({ length: n }, (_, i) => i)]);
    expect(level2).toEqual([]);
  });

  it('makes one plain call for the naive arm, each reflection once and in order', async () => {
    const { result, level1 } = await scan(40, undefined, { kind: 'naive', duplication: 1, groups: 1 });
    expect(result).toMatchObject({ mode: 'plainCall', calls: 1 });
    expect(level1[0]?.reflections).toEqual(Array.from({ length: 40 }, (_, i) => i));
  });

  describe('with a context that holds few reflections', () => {
    async function narrow(most: number, kind: 'combee' | 'naive' = 'combee') {
      const method = { ...recordingMethod(), aggregatePrompt: promptOf };
      function promptOf({ reflections }: { readonly reflections: readonly unknown[] }) {
        return [{ role: 'user' as const, content: 'word '.repeat(1000 * reflections.length) }];
      }
      // A thousand tokens each, beside the template's and the reply's.
      const proposer = buildModelBinding({ contextTokens: 1000 * most + 500, maxTokens: 100 });
      const ordinals = Array.from({ length: 9 }, (_, ordinal) => ordinal);
      const plan = augmentedShuffle({ ordinals, duplication: 2, groups: null, rng: seededRng('scan') });
      const manifest = { ...aggregationManifest({ kind }), models: { ...buildManifest().models, proposer } };
      const reflections = ordinals.map((ordinal) => reflectionOf(ordinal));
      const progress = { trainExamplesSeen: 0, trainExamples: 9 };
      const { scan: result } = await parallelScan(
        { method, manifest, progress, ask: askNobody },
        dealtGroups(BASE, reflections, plan),
      );
      const level1 = method.calls.filter(({ level }) => level === 'aggregate');
      return { result, plan, level1, level2: method.calls.filter(({ level }) => level === 'combine') };
    }

    it('splits a group into as few parts as fit, loses no reflection, and keeps k updates for level 2', async () => {
      const { result, plan, level1, level2 } = await narrow(4);
      expect(plan.groups.map((group) => group.length)).toEqual([6, 6, 6]);
      expect(level1.map(({ reflections }) => reflections.length)).toEqual([3, 3, 3, 3, 3, 3]);
      expect(level1.flatMap(({ reflections }) => reflections)).toEqual(plan.groups.flat());
      expect(level2.map(({ updates }) => updates.length)).toEqual([3]);
      expect(result).toMatchObject({ mode: 'llm', survivingGroups: 3, calls: 7 });
    });

    it('makes no call when not even one reflection fits, and never splits the naive arm', async () => {
      for (const { level1, result } of [await narrow(0), await narrow(4, 'naive')]) {
        expect(level1).toEqual([]);
        expect(result.cause?.code).toBe('contextWindow');
      }
    });
  });

  it('makes no call without a reflection', async () => {
    const { result, level1 } = await scan(0);
    expect(result).toMatchObject({ mode: 'empty', calls: 0, groups: [], survivingGroups: 0, cause: null });
    expect(level1).toEqual([]);
  });

  it('shows every call the same base, level 1 its own group and level 2 no reflection', async () => {
    const { plan, level1, level2 } = await scan(40);
    for (const call of [...level1, ...level2]) expect(call.base).toBe(BASE);
    expect(level1.map((call) => call.reflections)).toEqual(plan.groups);
    expect(level2[0]?.reflections).toEqual([]);
    expect(level2[0]?.updates).toHaveLength(plan.k);
  });

  it('gives level 2 the updates in group order, in whatever order the groups end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), async (endOrder) => {
        const releases = new Map<number, () => void>();
        const script: UpdateScript = (call) => {
          if (call.level === 'combine')
            return textUpdate(call.updates.map((update) => update.text).join('+'));
          return new Promise((resolve) =>
            releases.set(call.ordinal, () => resolve(textUpdate(`u${call.ordinal}`))),
          );
        };
        const running = scan(40, script);
        await turns();
        // All six are in flight at once: none waits for another.
        expect([...releases.keys()]).toEqual([0, 1, 2, 3, 4, 5]);
        for (const group of endOrder) {
          releases.get(group)?.();
          await Promise.resolve();
        }
        const { result, arrived } = await running;
        expect(result.update.text).toBe('u0+u1+u2+u3+u4+u5');
        expect(result.groups.map((group) => group.group)).toEqual([0, 1, 2, 3, 4, 5]);
        expect(arrived.map((group) => group.group)).toEqual(endOrder);
      }),
      { numRuns: 25 },
    );
  });

  it('drops a failed group and a group without a change, and combines the rest', async () => {
    const { result, level2 } = await scan(16, byGroup({ 1: failedUpdate('cut off'), 2: textUpdate(null) }));
    expect(result).toMatchObject({ mode: 'llm', survivingGroups: 2, calls: 5, cause: null });
    expect(level2[0]?.updates.map((update) => update.text)).toEqual(['u0', 'u3']);
    expect(result.groups).toHaveLength(4);
  });

  it('uses a single surviving update as it is, without a call', async () => {
    const { result, level2 } = await scan(9, byGroup({ 0: failedUpdate('a'), 2: failedUpdate('b') }));
    expect(result).toMatchObject({ mode: 'singleGroup', calls: 3, survivingGroups: 1 });
    expect(result.update.text).toBe('u1');
    expect(level2).toEqual([]);
  });

  it('changes nothing when no group survives, and says why', async () => {
    const failed = await scan(4, byGroup({ 0: textUpdate(null), 1: failedUpdate('cut off') }));
    expect(failed.result).toMatchObject({ mode: 'noGroupProposals', survivingGroups: 0 });
    expect(failed.result.cause?.message).toBe('cut off');
    expect(failed.result.update).toMatchObject({ edits: [], text: null });
  });

  it('does not call it a failure when every group had nothing to add', async () => {
    const { result } = await scan(4, () => textUpdate(null));
    expect(result).toMatchObject({ mode: 'noGroupProposals', cause: null });
  });

  it('falls back to the union when level 2 fails, and keeps the cause', async () => {
    const script: UpdateScript = (call) =>
      call.level === 'combine' ? failedUpdate('no JSON came') : textUpdate(`u${call.ordinal}`);
    const { result } = await scan(9, script);
    expect(result).toMatchObject({ mode: 'unionAfterFailure', calls: 4, survivingGroups: 3 });
    expect(result.update.text).toBe('u0 | u1 | u2');
    expect(result.cause?.message).toBe('no JSON came');
    expect(result.asked).toHaveLength(1);
  });

  it('unites without a model when the reducer is the union', async () => {
    const { result, level2 } = await scan(9, undefined, { reducer: 'union' });
    expect(result).toMatchObject({ mode: 'union', calls: 3, asked: [] });
    expect(level2).toEqual([]);
  });

  it('keeps the failed plain call as a cause, not as an update', async () => {
    const { result } = await scan(2, () => failedUpdate('empty reply'));
    expect(result).toMatchObject({ mode: 'plainCall', survivingGroups: 0 });
    expect(result.cause?.message).toBe('empty reply');
  });

  it('never gives one call more updates than the fan-in, and loses none in a deeper tree', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 40 }),
        fc.integer({ min: 1, max: 8 }),
        async (k, fanInMax) => {
          const { result, level2 } = await scan(k * k, byGroup({}), { fanInMax });
          for (const call of level2) expect(call.updates.length).toBeLessThanOrEqual(Math.max(2, fanInMax));
          expect(new Set(level2.map((call) => call.ordinal)).size).toBe(level2.length);
          const expected = Array.from({ length: k }, (_, group) => `u${group}`);
          expect(result.update.text?.split('+')).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('unites only the inputs of the call that failed in a deeper tree', async () => {
    const script: UpdateScript = (call) => {
      if (call.level === 'aggregate') return textUpdate(`u${call.ordinal}`);
      const read = call.updates.map((update) => update.text).join('+');
      return call.ordinal === 0 ? failedUpdate('timed out') : textUpdate(read);
    };
    const { result } = await scan(16, script, { fanInMax: 2 });
    expect(result).toMatchObject({ mode: 'unionAfterFailure' });
    expect(result.update.text).toBe('u0 | u1+u2+u3');
  });

  it('waits for every group in flight before an abort surfaces', async () => {
    const ended: number[] = [];
    const script: UpdateScript = async (call) => {
      if (call.ordinal === 0) throw new AppError('LEASE_LOST', 'Another worker holds the run.');
      await Promise.resolve();
      ended.push(call.ordinal);
      return textUpdate('late');
    };
    await expect(scan(16, script)).rejects.toThrow('Another worker holds the run.');
    expect(ended).toEqual([1, 2, 3]);
  });
});
