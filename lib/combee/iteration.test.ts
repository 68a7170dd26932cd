import { describe, expect, it } from 'vitest';
import type { AggregationSettings } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import { seededRng } from '@/lib/random/seeded-rng';
import {
  aggregationManifest,
  askNobody,
  failedUpdate,
  recordingMethod,
  reflectionOf,
  type UpdateScript,
} from '@/lib/testing/recording-method';
import { reduceReflections, runIteration } from './iteration';

const lost = (ordinal: number): Reflection => ({
  ...reflectionOf(ordinal),
  text: '',
  invalid: { code: 'timedOut', message: 'No answer came.' },
});

function reflections(n: number, invalid: readonly number[] = []) {
  return Array.from({ length: n }, (_, i) => (invalid.includes(i) ? lost(i) : reflectionOf(i)));
}

async function reduce(
  list: readonly Reflection[],
  options: { script?: UpdateScript; settings?: Partial<AggregationSettings>; iteration?: number } = {},
) {
  const method = recordingMethod(options.script);
  const shuffles: boolean[] = [];
  const reduced = await reduceReflections({
    method,
    manifest: aggregationManifest(options.settings),
    base: { hash: 'base', text: 'BASE' },
    reflections: list,
    iteration: options.iteration ?? 0,
    rng: seededRng('run'),
    progress: { trainExamplesSeen: 0, trainExamples: list.length },
    ask: askNobody,
    onShuffle: (_, degraded) => shuffles.push(degraded),
  });
  return { ...reduced, calls: method.calls, shuffles };
}

describe('reduceReflections', () => {
  it('counts n and k from the valid reflections only', async () => {
    const { plan, calls } = await reduce(reflections(12, [0, 5, 11]));
    expect(plan).toMatchObject({ reflections: 9, k: 3 });
    const read = calls.flatMap((call) => call.reflections);
    for (const ordinal of [0, 5, 11]) expect(read).not.toContain(ordinal);
    for (const ordinal of [1, 2, 10]) expect(read.filter((each) => each === ordinal)).toHaveLength(2);
  });

  it('updates the counters once, before any aggregation, for every call to see', async () => {
    const { base, calls } = await reduce(reflections(9));
    expect(base.text).toBe('BASE counted 9');
    for (const call of calls) expect(call.base).toBe(base);
  });

  it('applies the final update to the base with its counters', async () => {
    const { applied, base } = await reduce(reflections(9));
    expect(applied.candidate).toEqual({ hash: `${base.hash}*`, text: 'proposal 4' });
  });

  it('keeps the base when nothing usable came', async () => {
    const { applied, base, scan } = await reduce(reflections(9), { script: () => failedUpdate('cut off') });
    expect(applied).toEqual({ candidate: base, applied: 0, ignored: 0 });
    expect(scan.mode).toBe('noGroupProposals');
  });

  it('keeps the base and makes no call when every reflection failed', async () => {
    const { applied, base, scan, degraded, calls } = await reduce(reflections(3, [0, 1, 2]));
    expect(applied.candidate).toBe(base);
    expect(scan.mode).toBe('empty');
    expect(degraded).toBe(true);
    expect(calls).toEqual([]);
  });

  it.each([
    [10, 5, false],
    [10, 6, true],
    [9, 4, false],
    [9, 5, true],
  ])('of %i reflections with %i failed, degraded is %s', async (n, failed, expected) => {
    const { degraded, shuffles } = await reduce(
      reflections(
        n,
        Array.from({ length: failed }, (_, i) => i),
      ),
    );
    expect(degraded).toBe(expected);
    expect(shuffles).toEqual([expected]);
  });

  it('waits for every reflection before a failed map surfaces', async () => {
    let arrive: (reflection: Reflection) => void = () => undefined;
    const late = new Promise<Reflection>((resolve) => {
      arrive = resolve;
    });
    const input = {
      method: recordingMethod(),
      manifest: aggregationManifest(),
      base: { hash: 'base', text: 'BASE' },
      iteration: 0,
      rng: seededRng('run'),
      progress: { trainExamplesSeen: 0, trainExamples: 2 },
      ask: askNobody,
    };
    const arrivals = [Promise.reject(new Error('the lease is lost')), late];
    const running = runIteration({ ...input, plan: async () => input, map: async () => ({ arrivals }) });
    let isOver = false;
    const message = running.catch((error: Error) => {
      isOver = true;
      return error.message;
    });
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(isOver).toBe(false);
    arrive(reflectionOf(1));
    expect(await message).toBe('the lease is lost');
  });

  it('takes a reflection without text for a failed one', async () => {
    const { plan } = await reduce([...reflections(4), { ...reflectionOf(4), text: ' \n' }]);
    expect(plan.reflections).toBe(4);
  });

  it('shuffles each iteration in its own way, and the same way again', async () => {
    const first = await reduce(reflections(40), { iteration: 1 });
    const again = await reduce(reflections(40), { iteration: 1 });
    const second = await reduce(reflections(40), { iteration: 2 });
    expect(again.plan).toEqual(first.plan);
    expect(second.plan.groups).not.toEqual(first.plan.groups);
  });

  it('plans one group without copies for the naive arm, whatever its settings say', async () => {
    const { plan } = await reduce(reflections(40), {
      settings: { kind: 'naive', groups: 5, duplication: 3 },
    });
    expect(plan).toMatchObject({ k: 1, duplication: 1 });
    expect(plan.groups).toEqual([Array.from({ length: 40 }, (_, i) => i)]);
  });
});
