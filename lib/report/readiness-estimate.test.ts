import { describe, expect, it } from 'vitest';
import { buildRecord } from '@/lib/testing/builders/run-record';
import { estimateReadiness } from './readiness-estimate';

const run = buildRecord({ points: [{ right: 60 }, { right: 85, learningMs: 1000 }] });
const serial = buildRecord({ points: [{ right: 60 }, { right: 85, learningMs: 9000 }], costUsd: 3 });
const NOTHING = { seeds: 0, confirmationExamples: 0, hardwareParallel: false, hardwareSerial: false };

describe('what measuring again will cost', () => {
  it('is nothing where nothing is missing', () => {
    expect(estimateReadiness(run, serial, NOTHING)).toMatchObject({
      rollouts: 0,
      usd: 0,
      wallMsHigh: 0,
      parts: [],
    });
  });

  it('counts a new seed as the run again, side by side or one after another', () => {
    const two = estimateReadiness(run, serial, { ...NOTHING, seeds: 2 });
    expect(two).toMatchObject({ rollouts: 4020, tokens: 80_000, usd: 4, wallMsLow: 1200, wallMsHigh: 2400 });
  });

  it('counts two prompts on the slice, and both runs on other hardware', () => {
    const slice = estimateReadiness(run, serial, { ...NOTHING, confirmationExamples: 50 });
    expect(slice).toMatchObject({ rollouts: 100, tokens: 10_000, usd: 0.5, wallMsLow: 10 });
    const hardware = { ...NOTHING, hardwareParallel: true, hardwareSerial: true };
    expect(estimateReadiness(run, serial, hardware)).toMatchObject({ usd: 5, wallMsLow: 10_400 });
  });

  it('names no sum in dollars where a price is missing', () => {
    const place = { ...run.manifest.models.serving, usdPerMillionOut: null };
    const models = { serving: place, proposer: place, evaluator: place };
    const unpriced = buildRecord({
      points: [{ right: 60 }, { right: 85, learningMs: 1 }],
      manifest: { models },
    });
    expect(estimateReadiness(unpriced, null, { ...NOTHING, seeds: 1 }).usd).toBeNull();
  });
});
