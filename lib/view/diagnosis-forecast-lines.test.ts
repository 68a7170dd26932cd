import { describe, expect, it } from 'vitest';
import { diagnosisForecast } from '@/lib/evaluation/diagnosis-forecast';
import { forecastIntro, forecastLines, scheduleWarning } from './diagnosis-forecast-lines';

interface Planned {
  readonly everyExamples?: number | null;
  readonly repetitionsMax?: number;
  readonly epochs?: number;
  readonly method?: 'ace' | 'gepa';
}

const of = ({ epochs = 1, everyExamples = null, repetitionsMax, method = 'ace' }: Planned) => {
  return diagnosisForecast({
    method: { name: method },
    split: { counts: { train: 250, selection: 0, heldOut: 600, confirmation: 0 } },
    evaluation: {
      ...{ everyExamples, split: 'heldOut' },
      ...(repetitionsMax === undefined ? {} : { repetitionsMax }),
    },
    epochs,
  });
};

describe('the cost of a serial diagnosis as a page draws it', () => {
  it('has a line for each noise, and marks those for which the cap is too low', () => {
    const forecast = of({});
    expect(forecastLines(forecast).map(({ isShort }) => isShort)).toEqual(
      forecast.cases.map(({ isCapEnough }) => !isCapEnough),
    );
    expect(forecastIntro(forecast)).toContain(forecast.rolloutsMax.toLocaleString('en-US'));
  });

  it('names no cost where nothing is asked again', () => {
    expect(forecastLines(of({ repetitionsMax: 1 }))).toEqual([]);
    expect(forecastIntro(of({ repetitionsMax: 1 }))).not.toMatch(/\d/);
  });

  it('warns of too few measurements and of a run that ends in its first epoch, and of nothing else', () => {
    expect(scheduleWarning(of({ everyExamples: 100 }))).toMatch(/\b4\b.*\b3\b/);
    expect(scheduleWarning(of({}))).not.toBeNull();
    expect(scheduleWarning(of({ epochs: 2 }))).toBeNull();
    const { stall } = of({ method: 'gepa' });
    expect(scheduleWarning(of({ method: 'gepa', epochs: 2 }))).toContain(String(stall?.measurements));
    expect(scheduleWarning(of({ method: 'gepa', epochs: 10 }))).toBeNull();
  });
});
