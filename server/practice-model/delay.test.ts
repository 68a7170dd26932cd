import { describe, expect, it } from 'vitest';
import {
  CALL_SETTINGS_DEFAULT,
  settingsFromEnvironment,
  settingsFromHeaders,
  UnreadableSetting,
} from './call-settings';
import { drawDelayMs } from './delay';
import { AttemptCounter, disturbedText, drawFault, FAULT_KINDS } from './faults';

describe('the delay of a call', () => {
  it('is log-normal with the ruled median and sigma, whatever is asked', () => {
    const logs = Array.from({ length: 20_000 }, (_, index) =>
      Math.log(drawDelayMs(`request ${index}`, 100, CALL_SETTINGS_DEFAULT.delay)),
    );
    const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
    const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / logs.length;
    expect(mean).toBeCloseTo(Math.log(12_900), 1.5);
    expect(Math.sqrt(variance)).toBeCloseTo(0.5, 1.5);
  });

  it('can have a fixed part and a part per token instead', () => {
    expect(
      drawDelayMs('r', 50, {
        medianMs: 0,
        sigma: 0.5,
        fixedMs: 200,
        perTokenMs: 3,
        lanesFree: 0,
        laneSlowdown: 1,
      }),
    ).toBe(350);
  });
});

describe('the settings of a call', () => {
  it('come from the environment and are overridden by headers', () => {
    const base = settingsFromEnvironment({ WAGGLE_PRACTICE_TIME_SCALE: '10', WAGGLE_PRACTICE_FAULTS: '0.1' });
    expect(base).toMatchObject({ timeScale: 10, faultRate: 0.1 });
    const headers = { 'x-practice-time-scale': 'off', 'x-practice-fault-kinds': '429, empty' };
    expect(settingsFromHeaders(headers, base)).toMatchObject({
      timeScale: null,
      faultRate: 0.1,
      faultKinds: ['429', 'empty'],
    });
    expect(settingsFromHeaders({ 'x-practice-time-scale': '0' }, base).timeScale).toBeNull();
    expect(settingsFromHeaders({}, base)).toBe(base);
  });

  it.each([
    ['time-scale', 'fast'],
    ['faults', '1.5'],
    ['delay-sigma', '-1'],
    ['fault-kinds', '429,flood'],
  ])('refuse %s = %s with a sentence', (name, value) => {
    const read = () => settingsFromHeaders({ [`x-practice-${name}`]: value }, CALL_SETTINGS_DEFAULT);
    expect(read).toThrow(UnreadableSetting);
  });
});

describe('faults', () => {
  const question = { requestHash: 'r', attempt: 1, rate: 0.3, kinds: FAULT_KINDS };

  it('come at the rate that was asked for, in every kind, and pass for most retries', () => {
    const drawn = Array.from({ length: 6000 }, (_, index) => drawFault({ ...question, attempt: index + 1 }));
    const faults = drawn.filter((fault) => fault !== null);
    expect(faults.length / drawn.length).toBeCloseTo(0.3, 1);
    expect(new Set(faults)).toEqual(new Set(FAULT_KINDS));
    expect(drawFault({ ...question, rate: 0 })).toBeNull();
    expect(drawFault(question)).toBe(drawFault(question));
  });

  it('leave no JSON that can be read', () => {
    const text = JSON.stringify({ reasoning: 'x', operations: [{ type: 'ADD' }] });
    for (const fault of ['cut-off', 'malformed', 'empty'] as const) {
      expect(() => JSON.parse(disturbedText(text, fault))).toThrow();
    }
    expect(disturbedText(text, null)).toBe(text);
  });

  it('count attempts by key and forget the oldest keys', () => {
    const counter = new AttemptCounter(2);
    expect([counter.next('a'), counter.next('a'), counter.next('b'), counter.next('c')]).toEqual([
      1, 2, 1, 1,
    ]);
    expect(counter.next('a')).toBe(1);
  });
});
