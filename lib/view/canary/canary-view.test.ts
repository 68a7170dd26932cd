import { describe, expect, it } from 'vitest';
import { CANARY_STATES } from '@/lib/domain/canary-state';
import { CANARY, LOOK } from '../testing/canary';
import { prepareDifferenceChart } from './difference-chart';
import { gateLights } from './evidence-lines';
import { preparePairTable } from './pair-table';
import { expectedOfDraft, newGuardrail, planDraftOf, planOfDraft, withWay } from './plan-draft';
import { hoursWords } from './plan-lines';
import { powerSentence } from './power-words';
import { latencyRows, progressLines } from './progress-lines';
import { prepareRevertCounter } from './reverting';
import { prepareSteps, stagesOf } from './stepper';

const LIGHT = { baseline: 300, learned: 300, addedTokensMax: null, addedUsd: null, learnedAs: null };

describe('the stages of a canary', () => {
  const reached = { isRegistered: true, isStarted: true, isPassed: false, isPromoted: false };
  const stepsOf = (way: Partial<Parameters<typeof prepareSteps>[0]>) =>
    prepareSteps({ state: 'shadow', liveSteps: [0.01, 0.05], step: null, reached, ...way });
  const places = (way: Parameters<typeof stepsOf>[0]) =>
    Object.fromEntries(stepsOf(way).map(({ key, place }) => [key, place]));

  it('is at exactly one stage in every state, or has ended or passed', () => {
    for (const state of CANARY_STATES) {
      const found = stepsOf({ state }).filter(({ place }) => place === 'here' || place === 'ended');
      expect(found.length, state).toBe(state === 'promoted' ? 0 : 1);
    }
  });

  it('names the share of a live step, and omits steps if none is registered', () => {
    const step = stepsOf({ state: 'liveStep', step: 1 }).find(({ key }) => key === 'liveStep');
    expect(step).toMatchObject({ name: 'Live steps, 5 %', place: 'here' });
    expect(places({ state: 'watch', liveSteps: [] })).toMatchObject({ liveStep: 'skipped', watch: 'here' });
  });

  it('ends a revert where it was: in its live steps, or in its watch', () => {
    expect(places({ state: 'reverted' })).toMatchObject({ liveStep: 'ended', watch: 'ahead' });
    expect(places({ state: 'reverted', reached: { ...reached, isPromoted: true } }).watch).toBe('ended');
    expect(places({ state: 'reverted', liveSteps: [] }).watch).toBe('ended');
  });

  it('ends a withdrawal where it was: in the shadow, or while it waited for approval', () => {
    expect(places({ state: 'withdrawn' })).toMatchObject({ shadow: 'ended', approval: 'ahead' });
    const passed = { ...reached, isPassed: true };
    expect(places({ state: 'withdrawn', reached: passed })).toMatchObject({
      shadow: 'done',
      approval: 'ended',
    });
  });

  it('offers only the stages that have looks', () => {
    expect(stagesOf([{ stage: 'watch' }, { stage: 'shadow' }]).map(({ value }) => value)).toEqual([
      'shadow',
      'watch',
    ]);
  });
});

describe('the curve of the difference', () => {
  const plan = { margin: 0.005, pairsPlanned: 6000, lookEvery: 100 };

  it('draws the margin below zero, all planned pairs, and says where the band lies', () => {
    const chart = prepareDifferenceChart([LOOK], plan, 'shadow');
    expect(chart.margin).toBe(-0.5);
    expect(chart.xTicks.at(-1)).toBeGreaterThanOrEqual(6000);
    expect(chart.summary).toContain('on both sides of the margin');
  });

  it('has no band before bounds are trusted, and says so', () => {
    const chart = prepareDifferenceChart([{ ...LOOK, lower: null, upper: null }], plan, 'shadow');
    expect(chart.dots[0]?.band).toBeUndefined();
    expect(chart.summary).toContain('too few pairs differ');
  });

  it('keeps the first and the last of many looks', () => {
    const looks = Array.from({ length: 1000 }, (_, index) => ({
      ...LOOK,
      look: index + 1,
      pairs: (index + 1) * 100,
    }));
    const { dots } = prepareDifferenceChart(looks, plan, 'shadow');
    expect(dots.length).toBeLessThan(400);
    expect([dots[0]?.x, dots.at(-1)?.x]).toEqual([100, 100_000]);
  });

  it('counts outcomes of two arms in a live step, and ignores a look without outcomes', () => {
    const live = (pairs: number) =>
      prepareDifferenceChart([{ ...LOOK, pairs, lower: null, upper: null }], plan, 'liveStep');
    expect(live(90).summary).toContain('After 90 outcomes the difference is');
    expect(live(90).origin).toContain('callers of its own');
    expect(live(0).dots).toEqual([]);
    expect(live(0).summary).toBe('Nothing was compared in this stage yet.');
  });

  it('distinguishes wholly above from wholly below', () => {
    const says = (lower: number, upper: number) =>
      prepareDifferenceChart([{ ...LOOK, lower, upper }], plan, 'shadow').summary;
    expect(says(-0.004, 0.01)).toContain('wholly above');
    expect(says(-0.05, -0.006)).toContain('wholly below');
  });
});

describe('the form of a plan', () => {
  it('sends only the filled fields, percent as shares of 1 and days as hours', () => {
    const empty = planDraftOf({ failureLevel: 'low' });
    expect(planOfDraft(empty)).toEqual({
      ...{ mode: 'shadow', failureLevel: 'low', acceptsLowPower: false, guardrails: [] },
    });
    const typed = { ...empty, margin: '0.5', share: '20', windowDays: '3' };
    expect(planOfDraft(typed)).toMatchObject({ margin: 0.005, share: 0.2, windowHours: 72 });
  });

  it('returns a plan unchanged', () => {
    const plan = CANARY.plan;
    if (plan === null) throw new Error('The canary of the tests is registered.');
    const { alpha, lookEvery, liveSteps, ...asked } = plan;
    expect(planOfDraft(planDraftOf(plan))).toEqual(asked);
    expect([alpha, lookEvery, liveSteps]).toEqual([0.05, 100, []]);
  });

  it('sends text that is no number unchanged, so that it is refused at its field', () => {
    const typed = { ...planDraftOf({ failureLevel: 'low' }), margin: 'half' };
    expect(planOfDraft(typed).margin).toBeNaN();
    expect(expectedOfDraft({ requestsADay: '', discordance: '10' })).toEqual({ discordance: 0.1 });
  });

  it('gives each guardrail its own name, and keeps its direction', () => {
    const first = newGuardrail([], 'cost');
    expect(newGuardrail([first], 'cost').name).not.toBe(first.name);
    const way = { margin: 0.01, share: 0.5, windowHours: 48, pairs: 52_001 };
    expect(withWay(planDraftOf({}), way)).toMatchObject({
      ...{ margin: '1', share: '50', windowDays: '2', pairsPlanned: '52001' },
    });
  });
});

describe('the words of the panel', () => {
  it('shows the seconds until the last exposure of a reverted version, and when no more is expected', () => {
    const facts = { revertedAtMs: 1_000_000, lastOldExposureAtMs: 1_002_000 };
    const soon = prepareRevertCounter({ ...facts, nowMs: 1_005_000 });
    expect(soon.isQuiet).toBe(false);
    expect(soon.sentence).toBe(
      'Reverted 5 seconds ago. The reverted version was last handed out 2 seconds after the revert.',
    );
    expect(prepareRevertCounter({ ...facts, nowMs: 1_020_000 })).toMatchObject({
      ...{ isQuiet: true, title: 'Taken back within 2 seconds' },
    });
    const none = prepareRevertCounter({ ...facts, lastOldExposureAtMs: null, nowMs: 1_020_000 });
    expect(none.sentence).toContain('was not handed out after that');
  });

  it('shows which side was right, the slowdown and the progress', () => {
    expect(preparePairTable(CANARY.table).summary).toContain('In 34 of 300 pairs exactly one is right');
    expect(latencyRows(CANARY.latency).map(({ change }) => change)).toEqual(['the same', '20.0 % slower']);
    const lines = progressLines(CANARY).map(({ value }) => value);
    expect(lines).toContain('300 of 6,000');
    expect(lines).toContain('about 48,000 pairs, if they go on like this');
    expect([hoursWords(0.5), hoursWords(20.5), hoursWords(168)]).toEqual([
      '30 minutes',
      '21 hours',
      '7 days',
    ]);
  });

  it('opens the gate only if held-out is at its target and the canary has passed', () => {
    const tones = (shown: number | null, hasPassed: boolean) =>
      gateLights(
        {
          heldOut: { measure: 'score', observed: 0.9, shown, asked: 0.8, n: 300 },
          confirmation: null,
          weight: LIGHT,
        },
        { hasPassed },
      ).map(({ tone }) => tone);
    expect(tones(0.8, true)).toEqual(['good', 'good', 'good']);
    expect(tones(0.79, false)).toEqual(['bad', 'bad', 'good']);
    expect(tones(null, true)).toEqual(['bad', 'good', 'good']);
  });

  it('warns of a heavier prompt with its figures, and refuses only above the limit of the plan', () => {
    const light = (addedTokensMax: number | null, learned = 900) =>
      gateLights(
        {
          ...{ heldOut: null, confirmation: null },
          weight: {
            baseline: 300,
            learned,
            addedTokensMax,
            addedUsd: { uncached: 0.09, cached: 0.009 },
            learnedAs: null,
          },
        },
        { hasPassed: true },
      ).at(-1);
    expect(light(null)).toMatchObject({
      tone: 'honey',
      sentence: expect.stringMatching(/\+600 tokens a call \(300 → 900\), \+\$0\.09 per 1,000 calls/),
    });
    expect([light(599)?.tone, light(600)?.tone, light(0, 300)?.tone]).toEqual(['bad', 'good', 'good']);
    expect(light(null, 250)).toMatchObject({ tone: 'good', word: 'not heavier' });
  });

  it('passes the confirmation examples only if they show the gain', () => {
    const light = (gain: { mean: number; lower: number; n: number } | null) =>
      gateLights(
        { heldOut: null, confirmation: { examples: 150, gain }, weight: LIGHT },
        { hasPassed: true },
      )[1];
    expect(light(null)).toMatchObject({ tone: 'bad', word: 'sealed' });
    expect(light({ mean: 0.02, lower: -0.01, n: 150 })?.tone).toBe('bad');
    expect(light({ mean: 0.1, lower: 0.04, n: 150 })?.tone).toBe('good');
  });

  it('rounds no chance to certainty', () => {
    expect(powerSentence({ power: 0.999 })).toContain('more than 99 %');
    expect(powerSentence({ power: 0.0001 })).toContain('less than 1 %');
  });
});

it('keeps the end of the shadow in sight while a later stage counts anew', () => {
  const last = { ...LOOK, stage: 'shadow' as const, verdict: 'pass' as const, pairs: 521 };
  const shadowOf = (state: 'shadow' | 'watch') =>
    progressLines({ ...CANARY, state, looks: [last] }).find(({ term }) => term === 'Shadow');
  expect(shadowOf('watch')?.value).toContain('521');
  expect(shadowOf('shadow')).toBeUndefined();
});
