import { describe, expect, it } from 'vitest';
import { currentStep, TOUR_STEP_IDS, type TourFacts, tourSteps } from './tour-steps';

const NEW: TourFacts = {
  ...{ demoId: 'exp_1', demoRun: null, baselineRunId: 'run_0', opened: new Set<string>() },
  practice: { slotId: 'slt_1', isRehearsed: false },
};
const stepOf = (facts: TourFacts, id: string) => tourSteps(facts).find((step) => step.id === id);

describe('the tour', () => {
  it('has five steps, each with one sentence and one button', () => {
    const steps = tourSteps(NEW);
    expect(steps.map(({ id }) => id)).toEqual(TOUR_STEP_IDS);
    for (const { sentence, button } of steps) {
      expect(sentence.match(/[.?!]/g)).toHaveLength(1);
      expect(button.split(' ').length).toBeLessThanOrEqual(4);
    }
  });

  it('says what a step needs where its page is not there yet', () => {
    for (const { href, needs } of tourSteps({ ...NEW, demoId: null, practice: null }))
      expect(href === null).toBe(needs !== null);
    expect(stepOf(NEW, 'compare')?.href).toBeNull();
    const ended = { ...NEW, demoRun: { id: 'run_1', isEnded: true } };
    expect(stepOf(ended, 'compare')?.href).toBe('/compare?runs=run_0,run_1');
  });

  it('is taken up again at the first open step', () => {
    expect(currentStep(tourSteps(NEW))).toBe('demo');
    const ran = { ...NEW, demoRun: { id: 'run_1', isEnded: true } };
    expect(currentStep(tourSteps(ran))).toBe('result');
    const read = { ...ran, opened: new Set(['result', 'compare']) };
    expect(currentStep(tourSteps(read))).toBe('rehearse');
    const rehearsed = { ...read, practice: { slotId: 'slt_1', isRehearsed: true } };
    expect(currentStep(tourSteps(rehearsed))).toBe('own');
    const all = { ...rehearsed, opened: new Set(['result', 'compare', 'own']) };
    expect(currentStep(tourSteps(all))).toBeNull();
  });
});
