import { describe, expect, it } from 'vitest';
import { wilsonInterval } from '@/lib/stats/wilson';
import { betterSerial } from './better-serial';
import { EMPTY_SUMMARY } from './run-summary';

type Run = Parameters<typeof betterSerial>[1];

function run(id: string, right: number, more: Partial<Run> = {}): Run {
  const interval = wilsonInterval(right, 300);
  const bestScore = {
    ...{ mean: right / 300, n: 300 },
    ...{ lower: interval?.lower ?? null, upper: interval?.upper ?? null },
  };
  return {
    ...{ id, label: id, experimentId: 'exp_1', kind: 'comparisonPoint', status: 'finished' },
    ...{ practice: false, hardware: 'A100', endedAt: '2026-11-22T10:00:00Z' },
    summary: { ...EMPTY_SUMMARY, bestScore },
    ...more,
  };
}

const NAIVE = run('naive', 150);
const serial = (right: number, more: Partial<Run> = {}) =>
  run('serial', right, { kind: 'serialBaseline', ...more });

describe('a serial baseline beside a run that gained', () => {
  it('is said with both scores where it ended higher by more than chance', () => {
    const better = betterSerial([NAIVE, serial(192)], NAIVE);
    expect(better?.sentence).toMatch(
      /^The serial baseline “serial” ended higher .+: 64\.0 % \(95 % .+, n = 300\) against 50\.0 % \(.+, n = 300\)\. /u,
    );
    expect(better?.short).toBe(', but the serial baseline ended higher, at 64.0 %');
  });

  it('is not said where chance explains it, where it is lower, or of itself', () => {
    expect(betterSerial([NAIVE, serial(155)], NAIVE)).toBeNull();
    expect(betterSerial([NAIVE, serial(100)], NAIVE)).toBeNull();
    expect(betterSerial([serial(192)], serial(100, { id: 'older' }))).toBeNull();
  });

  it('is not said of another experiment, other hardware or one that did not finish', () => {
    for (const more of [
      { experimentId: 'exp_2' },
      { hardware: 'H100' },
      { practice: true },
      { status: 'stopped' as const },
    ])
      expect(betterSerial([NAIVE, serial(192, more)], NAIVE)).toBeNull();
  });
});
