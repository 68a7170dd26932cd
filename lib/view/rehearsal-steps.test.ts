import { describe, expect, it } from 'vitest';
import type { PracticeTrial, RehearsalView } from '@/lib/contracts/rehearsal';
import {
  canRehearseAgain,
  isRehearsed,
  rehearsalSteps,
  trialFigures,
  trialProgress,
  whatOpenNeeds,
} from './rehearsal-steps';

const trial = (values: Partial<PracticeTrial>): PracticeTrial => ({
  ...{ canaryId: 'cny_1', prompt: 'learned', version: 2, state: 'shadow', verdict: null },
  ...{ requests: 120, requestsPlanned: 300, hours: 10, hoursPlanned: 25, secondsLeft: 9 },
  ...values,
});
const view = (live: RehearsalView['live'], ...trials: PracticeTrial[]): RehearsalView => ({
  ...{ slotId: 'slt_1', slotName: 'Practice slot', isReady: true },
  ...{ isReverted: false, open: null },
  live,
  trials,
});
const statesOf = (of: RehearsalView) => rehearsalSteps(of).map(({ state }) => state);
const BAD = { prompt: 'shortened', canaryId: 'cny_2' } as const;

describe('the steps of a rehearsal', () => {
  it('follow from what became of the trials', () => {
    expect(statesOf(view('first'))).toEqual(['open', 'later', 'later']);
    expect(statesOf(view('first', trial({})))).toEqual(['running', 'later', 'later']);
    expect(statesOf(view('first', trial({ state: 'approval' })))).toEqual(['approve', 'later', 'later']);
    const live = trial({ state: 'watch' });
    expect(statesOf(view('learned', live))).toEqual(['done', 'open', 'open']);
    expect(statesOf(view('learned', trial(BAD), live))).toEqual(['done', 'running', 'later']);
    const caught = trial({ ...BAD, state: 'failed' });
    expect(statesOf(view('learned', caught, live))).toEqual(['done', 'done', 'open']);
    const back = view('first', caught, trial({ state: 'reverted' }));
    expect(statesOf(back)).toEqual(['done', 'done', 'done']);
    expect(isRehearsed(rehearsalSteps(back))).toBe(true);
  });

  it('begin anew with a new trial of the learned prompt', () => {
    const before = [trial({ ...BAD, state: 'failed' }), trial({ state: 'reverted' })];
    const again = view('first', trial({ canaryId: 'cny_3' }), ...before);
    expect(statesOf(again)).toEqual(['running', 'later', 'later']);
  });

  it('tick the way back after a revert to another good prompt', () => {
    const back = {
      ...view('own', trial({ state: 'reverted' }), trial({ prompt: 'own', state: 'superseded' })),
    };
    const steps = rehearsalSteps({ ...back, isReverted: true });
    expect(steps.map(({ state }) => state)).toEqual(['done', 'later', 'done']);
    expect(canRehearseAgain(steps)).toBe(true);
  });

  it('count a prompt that a person promoted as the good one', () => {
    expect(statesOf(view('own', trial({ prompt: 'own', state: 'watch' })))).toEqual(['done', 'open', 'open']);
    expect(statesOf(view('first', trial({ prompt: 'own', state: 'reverted' })))).toEqual([
      'done',
      'later',
      'done',
    ]);
  });

  it('give the traffic of the first one to the canary that is open', () => {
    const open = { canaryId: 'cny_9', version: 2, state: 'registered' } as const;
    const steps = rehearsalSteps({ ...view('first'), open });
    expect(steps.map((step) => step.open?.canaryId ?? null)).toEqual(['cny_9', null, null]);
    expect(whatOpenNeeds(open)).toBeNull();
    expect(whatOpenNeeds({ ...open, state: 'drafted' })).not.toBeNull();
  });

  it('can be tried again where a trial ended without a verdict', () => {
    expect(statesOf(view('first', trial({ state: 'withdrawn' })))[0]).toBe('ended');
  });
});

describe('a trial', () => {
  it('shows its difference with interval and n', () => {
    const verdict = {
      ...{ kind: 'continue' as const, reasons: [], pairs: 200, discordant: 40 },
      ...{ difference: 0.19, lower: 0.11, upper: 0.27 },
    };
    expect(trialFigures(trial({ verdict }))).toBe('+19.0 pt (95 % +11.0 pt to +27.0 pt, n = 200)');
    expect(trialFigures(trial({}))).toBeNull();
    expect(trialProgress(trial({}))).toBe('10 of 25 practice hours · 9 s left');
  });
});
