import { describe, expect, it } from 'vitest';
import { prepareConfirmation } from './run-confirmation';
import {
  describeBaseline,
  isMeasuring,
  measuringSentence,
  prepareHeadline,
  prepareLights,
  prepareMeasurePlan,
  struckRatio,
} from './run-readiness';
import { CONFIRMATION, READINESS } from './testing/run-views';

const practice = { split: 'heldOut', hardware: 'this machine', practice: true } as const;

describe('readiness of a speed claim', () => {
  it('shows each light with its sentence and its numbers, each with interval, n and hardware', () => {
    const [seed] = prepareLights(READINESS);
    expect(seed).toMatchObject({ title: 'New seeds', word: 'Not measured' });
    expect(seed?.numbers[0]).toMatchObject({
      gain: '+20.0 pt (95 % +15.0 pt to +25.0 pt, n = 300, held-out)',
      hardware: 'this machine · practice model',
      ratio: 'hidden until ready',
    });
  });

  it('names what it is compared with, and says so where there is nothing', () => {
    expect(describeBaseline(READINESS)).toBe('Against Serial · practice model');
    expect(describeBaseline({ ...READINESS, baseline: null, practice: false })).toContain(
      'No serial baseline',
    );
  });

  it('says no ratio before the API gives one, and never one without a price', () => {
    expect(prepareHeadline(READINESS)).toBeNull();
    const gain = { mean: 0.2, lower: 0.1, upper: 0.3, n: 300 };
    const cost = {
      kind: 'measured',
      usdPerPoint: 0.25,
      lower: 0.2,
      upper: 0.4,
      usd: 5,
      gain,
      sentence: '',
    } as const;
    const headline = {
      ratio: 17.4,
      lower: 15,
      upper: 20,
      seeds: 3,
      cost,
      hardware: 'H100',
      scope: 's',
      sentence: 'S.',
    };
    expect(prepareHeadline({ ...READINESS, headline })).toMatchObject({
      priced: true,
      big: '$0.25 a point',
      speed: { kind: 'shown', ratio: 17.4 },
      sentence: 'S.',
    });
    expect(struckRatio(READINESS)).toBeNull();
  });

  it('estimates only what the press would start: other hardware where it is named', () => {
    const plan = prepareMeasurePlan(READINESS.estimate, false);
    expect(plan?.lines.map((line) => line.name)).toEqual(['New seeds', 'Confirmation slice']);
    expect(plan?.total).toBe('200 rollouts · 4M tokens · $3.00 · 4.0 s to 9.0 s');
    const all = prepareMeasurePlan(READINESS.estimate, true);
    expect(all?.total).toBe('300 rollouts · 6M tokens · cost unknown · 1 min to 1 min 09 s');
    expect(prepareMeasurePlan(null, true)).toBeNull();
  });

  it('asks again while a run is on its way, and stops when all have ended', () => {
    const run = (status: 'running' | 'finished') =>
      ({ runId: 'r', light: 'seed', label: 'l', status }) as const;
    const going = { ...READINESS, runs: [run('finished'), run('running')] };
    expect(isMeasuring(going)).toBe(true);
    expect(measuringSentence(going)).toContain('1 of 2 runs have ended');
    expect(isMeasuring({ ...READINESS, runs: [run('finished')] })).toBe(false);
  });
});

describe('the sealed confirmation examples', () => {
  it('open where they are sealed or were never scored, and nowhere else', () => {
    const states = ['none', 'sealed', 'spent', 'measuring', 'failed', 'scored'] as const;
    const opens = states.filter((state) => prepareConfirmation({ ...CONFIRMATION, state }, practice).opens);
    expect(opens).toEqual(['sealed', 'failed']);
  });

  it('give a paired difference with interval and n, and say what it decides', () => {
    const score = { mean: 0.7, lower: 0.6, upper: 0.8, n: 150 };
    const said = (lower: number, upper: number) =>
      prepareConfirmation(
        {
          ...CONFIRMATION,
          state: 'scored',
          result: { original: score, chosen: score, difference: { mean: 0.1, lower, upper, n: 150 } },
        },
        practice,
      ).result;
    expect(said(0.05, 0.15)).toMatchObject({
      difference: '+10.0 pt (95 % +5.0 pt to +15.0 pt, n = 150)',
      verdict: 'The gain holds: its interval lies above zero.',
      origin: 'confirmation, paired by example · this machine · practice model',
    });
    expect(said(-0.05, 0.15)?.verdict).toContain('not confirmed');
    expect(said(-0.2, -0.1)?.verdict).toContain('worse');
  });
});
