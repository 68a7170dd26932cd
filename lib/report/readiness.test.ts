import { describe, expect, it } from 'vitest';
import { assertMayWaive, isOtherHardware, NOT_READY } from '@/lib/policy/readiness';
import { buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { buildRecord, type RecordedRun } from '@/lib/testing/builders/run-record';
import { readinessOf } from './readiness';
import type { LightState, ReadinessEvidence } from './readiness-evidence';

const SERIAL: RecordedRun = {
  runId: 'run_serial',
  points: [{ right: 60 }, { right: 85, learningMs: 8000 }],
};
const parallel = (seed: number, right = 85, learningMs = 1000) =>
  buildRecord({ runId: `run_${seed}`, seed, points: [{ right: 60 }, { right, learningMs }] });

const on = (hardware: string, practice = false) => {
  const place = buildModelBinding({ hardware, practice });
  return { models: { serving: place, proposer: place, evaluator: place } };
};
const elsewhere = (parallelMs: number, hardware = 'MI300X', practice = false) => ({
  serial: buildRecord({ ...SERIAL, manifest: on(hardware, practice), practice }),
  record: buildRecord({
    runId: 'run_other',
    points: [{ right: 60 }, { right: 85, learningMs: parallelMs }],
    manifest: on(hardware, practice),
    practice,
  }),
  finished: true,
  fault: null,
});
const sliceOf = (lower: number) => {
  const gain = { mean: lower + 0.1, lower, upper: lower + 0.2, n: 80 };
  const number = {
    runId: 'run_slice',
    label: 'Confirmation',
    seed: 1,
    hardware: 'H100',
    practice: false,
    finished: true,
    gain,
    learningWallMs: null,
    totalWallMs: null,
    ratio: null,
  };
  return { kind: 'measured' as const, number, gain };
};
const GREEN: ReadinessEvidence = {
  run: parallel(1),
  serial: buildRecord(SERIAL),
  hardware: { waiver: null, pairs: [elsewhere(2000)] },
  slice: sliceOf(0.05),
  seeds: [
    { record: parallel(2, 85, 2000), finished: true },
    { record: parallel(3, 86, 500), finished: true },
  ],
};
const states = (evidence: Partial<ReadinessEvidence>): LightState[] =>
  readinessOf({ ...GREEN, ...evidence }).lights.map(({ state }) => state);
const blocked = (evidence: Partial<ReadinessEvidence>) => readinessOf({ ...GREEN, ...evidence }).blockedBy;

describe('readiness of a speed claim', () => {
  it('R-005: is ready with three green lights, and only then prints a headline', () => {
    const { ready, headline, lights, scope } = readinessOf(GREEN);
    expect(lights.map(({ state }) => state)).toEqual(['green', 'green', 'green']);
    expect(ready).toBe(true);
    expect(headline?.ratio).toBeCloseTo(8);
    expect(headline).toMatchObject({
      seeds: 3,
      scope: 'several hardware classes',
      cost: { kind: 'measured' },
    });
    expect(scope).toBe('several hardware classes');
  });

  it('R-005: hides every ratio as long as one light is not green, and names that light', () => {
    const standing = readinessOf({ ...GREEN, slice: sliceOf(-0.01) });
    expect(standing).toMatchObject({
      ready: false,
      headline: null,
      claim: { ratio: null, verdict: 'speedup' },
    });
    expect(standing.lights.flatMap(({ numbers }) => numbers.map(({ ratio }) => ratio))).toEqual(
      Array(5).fill(null),
    );
    expect(standing.lights[2]?.numbers[0]).toMatchObject({ learningWallMs: 1000, gain: { n: 1000 } });
    expect(standing.blockedBy).toMatchObject({
      light: 'slice',
      sentence: expect.stringContaining(NOT_READY.slice.sentence),
    });
  });

  it('R-002: needs the ratio again on another declared accelerator or host', () => {
    const none = blocked({ hardware: { waiver: null, pairs: [] } });
    expect(none).toEqual({
      light: 'hardware',
      code: 'NOT_READY_HARDWARE',
      sentence:
        'This speedup was measured on one hardware class only. Re-measure on another before you call it ready.',
    });
    expect(states({ hardware: { waiver: null, pairs: [elsewhere(9000)] } })[0]).toBe('red');
    expect(states({ hardware: { waiver: null, pairs: [{ ...elsewhere(2000), finished: false }] } })[0]).toBe(
      'measuring',
    );
    expect(states({ hardware: { waiver: null, pairs: [elsewhere(2000)] } })[0]).toBe('green');
  });

  it('R-002: counts the same accelerator on the same host, and practice, as a rehearsal only (P4)', () => {
    expect(states({ hardware: { waiver: null, pairs: [elsewhere(2000, 'H100')] } })[0]).toBe('rehearsed');
    expect(states({ hardware: { waiver: null, pairs: [elsewhere(2000, 'practice', true)] } })[0]).toBe(
      'rehearsed',
    );
    const real = buildModelBinding({ practice: false, hardware: 'H100' });
    expect(isOtherHardware(real, { ...real, hardware: 'MI300X' })).toBe(true);
    expect(isOtherHardware(real, { ...real, origin: 'https://elsewhere.example' })).toBe(true);
    expect(isOtherHardware(real, real)).toBe(false);
    expect(isOtherHardware({ ...real, practice: true }, { ...real, hardware: 'MI300X' })).toBe(false);
  });

  it('R-002: an owner’s waiver opens the light and marks the claim, but covers no failure', () => {
    const waiver = { by: 'owner@example.com', reason: 'One cluster is all that there is.' };
    const waived = readinessOf({ ...GREEN, hardware: { waiver, pairs: [] } });
    expect(waived).toMatchObject({ ready: true, scope: 'single hardware class' });
    expect(waived.headline?.sentence).toMatch(/single hardware class\.$/);
    expect(states({ hardware: { waiver, pairs: [elsewhere(9000)] } })[0]).toBe('red');
  });

  it('R-002: a waiver takes a reason, and there is none for practice', () => {
    const manifest = { kind: 'combee' as const };
    const input = { reason: 'One cluster is all that there is.', practice: false, manifest };
    expect(() => assertMayWaive(input)).not.toThrow();
    expect(() => assertMayWaive({ ...input, reason: 'because' })).toThrow(/Say why/);
    expect(() => assertMayWaive({ ...input, practice: true })).toThrow(/rehearsal/);
    for (const other of [{ kind: 'serialBaseline' as const }, { ...manifest, traces: {} }])
      expect(() => assertMayWaive({ ...input, manifest: other })).toThrow(/Only a parallel/);
  });

  it('R-003: needs the gain on the confirmation slice, and says what keeps it sealed', () => {
    expect(blocked({ slice: sliceOf(0) })).toMatchObject({ code: 'NOT_READY_SLICE', light: 'slice' });
    expect(blocked({ slice: sliceOf(0) })?.sentence).toMatch(
      /^The gain does not hold on the confirmation slice\./,
    );
    expect(states({ slice: { kind: 'closed', sentence: 'Sealed.' } })[1]).toBe('notMeasured');
    const sentence = 'The slice was opened for another prompt.';
    expect(blocked({ slice: { kind: 'unavailable', sentence } })?.sentence).toBe(sentence);
    expect(states({ slice: sliceOf(0.001) })[1]).toBe('green');
  });

  it('R-004: needs the gain above zero in every seed, two of them new, and shows the spread', () => {
    const lost = blocked({ seeds: [...GREEN.seeds, { record: parallel(4, 60.3), finished: true }] });
    expect(lost).toMatchObject({ code: 'NOT_READY_SEED', light: 'seed' });
    expect(lost?.sentence).toMatch(/^The gain does not survive a new rollout seed\. Seed 4: 0\.3 points/);
    expect(readinessOf({ ...GREEN, run: parallel(1, 60.3) }).lights[2]?.sentence).toMatch(
      /claim’s own seed\. Seed 1: 0\.3/,
    );
    expect(states({ seeds: [] })[2]).toBe('notMeasured');
    expect(states({ seeds: GREEN.seeds.slice(0, 1) })[2]).toBe('notMeasured');
    const running = [GREEN.seeds[0], { record: parallel(3), finished: false }].flatMap((seed) => seed ?? []);
    expect(states({ seeds: running })[2]).toBe('measuring');
    expect(readinessOf(GREEN).lights[2]?.sentence).toBe(
      'The gain lies above zero in 3 of 3 seeds: 25.0 to 26.0 points.',
    );
  });

  it('R-004: a seed that is no faster breaks the claim as well', () => {
    const seeds = [{ record: parallel(2, 85, 9000), finished: true }, ...GREEN.seeds];
    expect(blocked({ seeds })?.sentence).toMatch(/^Seed 2: Learning takes no less time/);
  });

  it('R-004: a seed that leaves it undecided whether the serial score is kept breaks the claim', () => {
    const undecided = { record: parallel(4, 84.6), finished: true };
    const seeds = [...GREEN.seeds, undecided];
    expect(readinessOf({ ...GREEN, run: undecided.record }).claim.verdict).toBe('undecided');
    expect(blocked({ seeds })).toMatchObject({ code: 'NOT_READY_SEED', light: 'seed' });
  });

  it('a score in doubt is no headline, whatever the lights say', () => {
    const doubt = { code: 'SCORE_SUPERSEDED', sentence: 'Ada put aside 3 answers behind this score.' };
    expect(blocked({ doubt })).toMatchObject({ light: 'claim', ...doubt });
    expect(readinessOf({ ...GREEN, doubt }).headline).toBeNull();
  });

  it('R-012: a regression is never ready, whatever its lights say', () => {
    expect(blocked({ run: parallel(1, 75, 100) })).toMatchObject({
      code: 'REGRESSION_AS_WIN',
      light: 'claim',
    });
    expect(blocked({})).toBeNull();
  });

  it('R-025: prints no speedup without the price of a point', () => {
    const unpriced = {
      models: {
        ...GREEN.run.manifest.models,
        serving: { ...GREEN.run.manifest.models.serving, usdPerMillionIn: null },
      },
    };
    const run = buildRecord({ points: [{ right: 60 }, { right: 85, learningMs: 1000 }], manifest: unpriced });
    expect(readinessOf({ ...GREEN, run })).toMatchObject({
      headline: null,
      blockedBy: { code: 'SPEEDUP_WITHOUT_COST' },
    });
    expect(readinessOf(GREEN).headline?.sentence).toMatch(/×.*seeds\) at \$.* a held-out point \(95 %/);
  });

  it('R-053: prints no headline over a held-out that was used to tune, whatever its lights say', () => {
    const contamination = { code: 'HELD_OUT_CONTAMINATED', sentence: 'Held-out was used to tune.' };
    const readiness = readinessOf({ ...GREEN, contamination });
    expect(readiness).toMatchObject({ ready: false, headline: null, claim: { ratio: null } });
    expect(readiness.blockedBy).toEqual({ ...contamination, light: 'claim' });
    expect(readinessOf({ ...GREEN, contamination: null }).ready).toBe(true);
  });

  it('R-179: prints no headline for a baseline on another split', () => {
    const split = { ...GREEN.run.manifest.split, hash: 'c'.repeat(64) };
    const serial = buildRecord({ ...SERIAL, manifest: { split } });
    expect(readinessOf({ ...GREEN, serial })).toMatchObject({
      headline: null,
      blockedBy: { light: 'claim' },
    });
    expect(readinessOf(GREEN).headline).not.toBeNull();
  });
});
