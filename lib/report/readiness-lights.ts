/** The three lights, each from what was measured for it. Which of them open the headline is decided in ./readiness. */

import { isGainShown } from '@/lib/domain/claim-answer';
import { countWords } from '@/lib/domain/scored-count';
import { isOtherHardware, NEW_SEEDS, NOT_READY } from '@/lib/policy/readiness';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import type { Light, LightNumber, ReadinessEvidence, SliceEvidence } from './readiness-evidence';
import type { RunRecord } from './run-record';
import type { SpeedClaim } from './speed-claim';

/** Claims of one reading, each worked out once. */
export type ClaimOf = (parallel: RunRecord, serial: RunRecord | null) => SpeedClaim;

export function hardwareLight({ run, hardware }: ReadinessEvidence, claimOf: ClaimOf): Light {
  const light = { name: 'hardware' as const, code: NOT_READY.hardware.code };
  const pairs = hardware.pairs.map((pair) => ({ ...pair, claim: claimOf(pair.record, pair.serial) }));
  const numbers = pairs.map(({ record, finished, claim }) => numberOf(record, finished, claim));
  const measured = pairs.filter(({ finished }) => finished);
  const broken = measured.find(({ claim }) => claim.verdict !== 'speedup');
  if (broken) {
    return {
      ...light,
      state: 'red',
      sentence: `The speedup does not hold on other hardware. ${broken.claim.sentence}`,
      numbers,
    };
  }
  const faulty = pairs.find(({ fault }) => fault !== null);
  if (faulty?.fault) return { ...light, state: 'red', sentence: faulty.fault, numbers };
  const { serving } = run.manifest.models;
  const counted = measured.filter(({ record }) => isOtherHardware(serving, record.manifest.models.serving));
  if (counted.length > 0) {
    const names = counted.map(({ record }) => record.manifest.models.serving.hardware).join(', ');
    return { ...light, code: null, state: 'green', sentence: `The speedup holds on ${names}.`, numbers };
  }
  if (pairs.some(({ finished }) => !finished)) {
    return { ...light, state: 'measuring', sentence: 'Measuring again on another hardware class.', numbers };
  }
  if (hardware.waiver) {
    const sentence = `Single hardware class, waived by ${hardware.waiver.by}: ${hardware.waiver.reason}`;
    return { ...light, code: null, state: 'waived', sentence, numbers };
  }
  if (measured.length > 0) {
    const sentence =
      'Rehearsed: the practice model, or the same accelerator on the same host, is no second hardware class.';
    return { ...light, state: 'rehearsed', sentence, numbers };
  }
  return { ...light, state: 'notMeasured', sentence: NOT_READY.hardware.sentence, numbers };
}

export function sliceLight(slice: SliceEvidence): Light {
  const light = { name: 'slice' as const, code: NOT_READY.slice.code };
  switch (slice.kind) {
    case 'closed':
    case 'unavailable':
      return { ...light, state: 'notMeasured', sentence: slice.sentence, numbers: [] };
    case 'measuring':
      return {
        ...light,
        state: 'measuring',
        sentence: 'Scoring the chosen prompt on the confirmation slice.',
        numbers: [slice.number],
      };
    case 'measured': {
      const numbers = [slice.number];
      const said = `${words(slice.gain)} over the original prompt.`;
      return isGainShown(slice.gain)
        ? {
            ...light,
            code: null,
            state: 'green',
            sentence: `The gain holds on the confirmation slice: ${said}`,
            numbers,
          }
        : { ...light, state: 'red', sentence: `${NOT_READY.slice.sentence} It is ${said}`, numbers };
    }
  }
}

export function seedLight({ run, serial, seeds }: ReadinessEvidence, claimOf: ClaimOf): Light {
  const light = { name: 'seed' as const, code: NOT_READY.seed.code };
  const all = [{ record: run, finished: true }, ...seeds].map(({ record, finished }) => ({
    record,
    finished,
    gain: record.gain,
    claim: claimOf(record, serial),
  }));
  const numbers = all.map(({ record, finished, claim }) => numberOf(record, finished, claim));
  const ended = all.filter(({ finished }) => finished);
  const lost = ended.find(({ gain }) => gain === null || !isGainShown(gain));
  if (lost) {
    const found = lost.gain ? ` Seed ${lost.record.manifest.runSeed}: ${words(lost.gain)}.` : '';
    const said =
      lost.record === run ? 'The gain is not shown in the claim’s own seed.' : NOT_READY.seed.sentence;
    return { ...light, state: 'red', sentence: `${said}${found}`, numbers };
  }
  // An undecided claim of the run itself blocks readiness before any light does (./readiness).
  const broken = ended.find(({ record, claim: { verdict } }) =>
    record === run ? verdict === 'regression' || verdict === 'notFaster' : verdict !== 'speedup',
  );
  if (broken) {
    const sentence = `Seed ${broken.record.manifest.runSeed}: ${broken.claim.sentence}`;
    return { ...light, state: 'red', sentence, numbers };
  }
  const fresh = seeds.filter(({ finished }) => finished).length;
  if (fresh >= NEW_SEEDS) {
    const gains = ended.map(({ gain }) => (gain?.mean ?? 0) * 100);
    const spread = `${Math.min(...gains).toFixed(1)} to ${Math.max(...gains).toFixed(1)} points`;
    const sentence = `The gain lies above zero in ${ended.length} of ${ended.length} seeds: ${spread}.`;
    return { ...light, code: null, state: 'green', sentence, numbers };
  }
  return seeds.length > fresh
    ? { ...light, state: 'measuring', sentence: `${fresh} of ${NEW_SEEDS} new seeds are in.`, numbers }
    : {
        ...light,
        state: 'notMeasured',
        sentence: `It takes ${NEW_SEEDS} new seeds; ${fresh} are in.`,
        numbers,
      };
}

function numberOf(record: RunRecord, finished: boolean, claim: SpeedClaim): LightNumber {
  const { serving } = record.manifest.models;
  return {
    runId: record.runId,
    label: record.label,
    seed: record.manifest.runSeed,
    hardware: serving.hardware,
    practice: record.practice,
    finished,
    gain: record.gain,
    learningWallMs: record.iterations === 0 ? null : record.learningWallMs,
    totalWallMs: record.iterations === 0 ? null : record.totalWallMs,
    ratio: claim.ratio,
  };
}

function words({ mean, lower, upper, ...count }: PairedDifference): string {
  const range =
    lower === null || upper === null
      ? 'no interval'
      : `95 % ${(lower * 100).toFixed(1)} to ${(upper * 100).toFixed(1)}`;
  return `${(mean * 100).toFixed(1)} points (${range}, ${countWords(count)})`;
}
