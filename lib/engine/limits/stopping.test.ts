import { describe, expect, it } from 'vitest';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Measurement } from '@/lib/domain/score';
import { NO_SPEND } from '@/lib/domain/spend';
import { runEndSentence } from '@/lib/words/run-end';
import { decideStop, type StopInput } from './stopping';

/** 200 answers, 140 of them right: with two looks allowed for, at least 62 % are shown. */
const SCORES = Array.from({ length: 200 }, (_, place) => (place < 140 ? 1 : 0));

const at = (mean: number): Measurement => ({ mean, lower: mean - 0.05, upper: mean + 0.05, n: 200 });

function input(overrides: Partial<StopInput> & { budget?: object; stopping?: object } = {}): StopInput {
  const { budget, stopping, ...rest } = overrides;
  const manifest = {
    method: { name: 'ace', maxRounds: 1 },
    evaluation: { everyExamples: null, split: 'heldOut', looksMax: 2 },
    budget: { rollouts: null, tokens: null, usd: null, wallMs: null, ...budget },
    stopping: { patience: null, targetScore: null, ...stopping },
  } as unknown as RunManifest;
  return {
    manifest,
    requested: 'run',
    seen: 40,
    total: 100,
    spend: { ...NO_SPEND, rollouts: 40, calls: 100, tokensIn: 9000, tokensOut: 1000, spendUsd: 1 },
    elapsedMs: 60_000,
    measurementMs: 0,
    gpuSeconds: null,
    measurements: [at(0.6), at(0.7)],
    lastScores: SCORES,
    lastRollouts: 20,
    rejectedInARow: 0,
    laterAnswers: 20,
    laterUnreadable: 10,
    lastRefused: 0,
    nextTokens: 3000,
    nextUsd: 0.3,
    searchDone: null,
    ...rest,
  };
}

describe('decideStop', () => {
  it('goes on while no rule fires', () => {
    expect(decideStop(input())).toEqual({ stop: false });
  });

  it.each([
    ['stoppedByPerson', { requested: 'stop' as const }],
    ['providerDown', { rejectedInARow: 20 }],
    ['answersUnreadable', { laterUnreadable: 11 }],
    ['trainingDone', { seen: 100 }],
    ['targetReached', { stopping: { targetScore: 0.6 } }],
    ['patienceSpent', { stopping: { patience: 2 }, measurements: [at(0.6), at(0.7), at(0.7), at(0.69)] }],
    ['budgetRollouts', { budget: { rollouts: 40 } }],
    ['budgetTokens', { budget: { tokens: 12_000 } }],
    ['budgetUsd', { budget: { usd: 1.2 } }],
    ['deadline', { budget: { wallMs: 60_000 } }],
    ['deadline', { budget: { wallMs: 65_000 }, measurementMs: 5_000 }],
    ['budgetGpuSeconds', { budget: { gpuSeconds: 120 }, gpuSeconds: 100 }],
  ])('stops with %s and says why', (reason, overrides) => {
    const decision = decideStop(input(overrides));
    expect(decision).toMatchObject({ stop: true, reason });
    expect(decision.stop && runEndSentence(decision)).toMatch(/\.$/);
  });

  it('R-122: whichever comes first stops, in both orders', () => {
    const both = { stopping: { targetScore: 0.6 }, budget: { tokens: 12_000 } };
    expect(decideStop(input(both))).toMatchObject({ reason: 'targetReached' });
    const notYet = { ...both, lastScores: SCORES.map((score, place) => (place < 20 ? 0 : score)) };
    expect(decideStop(input(notYet))).toMatchObject({ reason: 'budgetTokens' });
    expect(decideStop(input({ ...notYet, budget: {} }))).toEqual({ stop: false });
  });

  it('R-121: the soft target is met by what held-out shows, not by the score that was seen', () => {
    const target = (targetScore: number, rest = {}) =>
      decideStop(input({ stopping: { targetScore }, ...rest }));
    expect(target(0.61)).toMatchObject({ reason: 'targetReached' });
    expect(target(0.65)).toEqual({ stop: false });
    const missing = SCORES.map((score, place) => (place < 20 ? null : score));
    expect(target(0.61, { lastScores: missing })).toEqual({ stop: false });
  });

  it('R-121: no target is met at a look beyond those that were registered', () => {
    const measurements = [at(0.6), at(0.7), at(0.7), at(0.7)];
    expect(decideStop(input({ stopping: { targetScore: 0.6 }, measurements }))).toEqual({ stop: false });
  });

  it('names the cap that refused the last examples rather than calling the training done', () => {
    const refused = { seen: 100, lastRefused: 3, budget: { wallMs: 60_000 } };
    expect(decideStop(input(refused))).toMatchObject({ reason: 'deadline' });
    expect(decideStop(input({ ...refused, lastRefused: 0 }))).toMatchObject({ reason: 'trainingDone' });
  });

  it('does not take the original prompt reaching the target for a gain', () => {
    expect(decideStop(input({ stopping: { targetScore: 0.5 }, measurements: [at(0.6)] }))).toEqual({
      stop: false,
    });
  });

  it('R-123: counts patience from the first best measurement: an equal one later is no improvement', () => {
    const measurements = [at(0.6), at(0.7), at(0.7)];
    expect(decideStop(input({ stopping: { patience: 2 }, measurements }))).toEqual({ stop: false });
    expect(decideStop(input({ stopping: { patience: 1 }, measurements }))).toMatchObject({ stop: true });
  });

  it('goes on after one or two rejected examples: at batch size 1 each is a whole iteration', () => {
    expect(decideStop(input({ rejectedInARow: 2 }))).toEqual({ stop: false });
  });
});
