import { describe, expect, it } from 'vitest';
import { REPETITIONS_DEFAULT } from '@/lib/domain/serial-diagnosis';
import { decideConvergence } from './convergence';
import { diagnosisForecast, forecastSentence } from './diagnosis-forecast';

const planned = (evaluation: { everyExamples?: number; repetitionsMax?: number } = {}, heldOut = 300) => ({
  method: { name: 'ace' as const },
  split: { counts: { train: 250, selection: 0, heldOut, confirmation: 0 } },
  evaluation: { everyExamples: null, split: 'heldOut' as const, ...evaluation },
  epochs: 1,
});

describe('the forecast of what a diagnosis costs', () => {
  it('takes the default cap, and says more rollouts and less chance for noisier answers', () => {
    const { repetitionsMax, rolloutsMax, cases } = diagnosisForecast(planned({}, 600));
    expect(repetitionsMax).toBe(REPETITIONS_DEFAULT);
    const [rollouts, chances] = [cases.map((one) => one.rollouts), cases.map(({ chance }) => chance)];
    expect(rollouts).toEqual([...rollouts].sort((a, b) => a - b));
    expect(chances).toEqual([...chances].sort((a, b) => b - a));
    expect(Math.max(...rollouts)).toBeLessThanOrEqual(rolloutsMax);
    expect(cases.map(({ isCapEnough }) => isCapEnough)).toEqual([true, true, false]);
  });

  it('follows the cap, the held-out size and the number of measurements', () => {
    expect(diagnosisForecast(planned({ repetitionsMax: 8 })).rolloutsMax).toBe(300 * 4 * 7);
    const chanceAt = (settings: Parameters<typeof planned>[0], heldOut?: number) =>
      diagnosisForecast(planned(settings, heldOut)).cases.at(-1)?.chance ?? 0;
    expect(chanceAt({}, 1200)).toBeGreaterThan(chanceAt({}));
    expect(chanceAt({ everyExamples: 5 })).toBeGreaterThan(chanceAt({}));
  });

  it('costs nothing where the cap is one answer an example, and says so', () => {
    const never = diagnosisForecast(planned({ repetitionsMax: 1 }));
    expect(never.rolloutsMax).toBe(0);
    expect(never.cases.every(({ rollouts }) => rollouts === 0)).toBe(true);
    expect(forecastSentence(never)).not.toBe(forecastSentence(diagnosisForecast(planned())));
  });

  it('says whether the measurements looked at come after a whole epoch', () => {
    const afterFirst = (epochs: number) => diagnosisForecast({ ...planned(), epochs }).isAfterFirstEpoch;
    expect([1, 2, 3].map(afterFirst)).toEqual([false, true, true]);
    expect(diagnosisForecast(planned({ everyExamples: 100 }))).toMatchObject({
      ...{ measurements: 3, measurementsMin: 4 },
    });
  });

  it('counts the measurements of a method that ends before its examples do', () => {
    const of = (method: Parameters<typeof diagnosisForecast>[0]['method']) =>
      diagnosisForecast({ ...planned(), method }).measurements;
    // Four steps of three examples, where 25 lie between two measurements.
    expect(of({ name: 'textgrad', stepsPerEpoch: 4 })).toBe(1);
    expect(of({ name: 'textgrad', stepsPerEpoch: null })).toBe(10);
    expect(of({ name: 'mipro' })).toBe(1);
  });

  it('knows how long a search has to find nothing new, and that ACE writes a new prompt each time', () => {
    const { stall } = diagnosisForecast({ ...planned(), method: { name: 'gepa' } });
    expect(diagnosisForecast(planned()).stall).toBeNull();
    const needed = stall?.measurements ?? 0;
    // Scores of a prompt that never changes, after four that each brought what the forecast takes.
    const curveOf = (length: number) => {
      const right = (gains: number) =>
        Array.from({ length: 1000 }, (_, example) => (example < 600 + 20 * gains ? 1 : 0));
      const at = (place: number) => ({
        ...{ trainExamplesSeen: place, candidate: `c${Math.min(place, 4)}` },
        scores: right(Math.min(place, 4)),
      });
      return {
        ...{ measurements: Array.from({ length: length + 1 }, (_, place) => at(place)), repeats: [] },
        repetitionsMax: REPETITIONS_DEFAULT,
      };
    };
    const half = Math.floor(needed / 2);
    expect(decideConvergence(curveOf(2 * half)).finding).toBe('stalled');
    expect(decideConvergence(curveOf(4 * needed)).verdict).toBe('go');
  });
});
