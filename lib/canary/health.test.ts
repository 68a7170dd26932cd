import { describe, expect, it } from 'vitest';
import { checkHealth, type HealthFacts } from './health';

const sound: HealthFacts = {
  arms: { counts: [500, 500, 9000], shares: [0.05, 0.05, 0.9] },
  due: { pairs: 5000, missingIncumbent: 5, missingChallenger: 8 },
  keys: { seen: 10_000, inBothArms: 10 },
  answers: { counted: 10_000, untimed: 20 },
  incumbent: { registeredId: 'a', presentId: 'a' },
  evaluator: { kind: 'code', answers: 0, isUsed: true, latest: null },
  hoursSinceTraffic: 0,
  elapsedHours: 24,
};
const stateOf = (check: string, changed: Partial<HealthFacts>) =>
  checkHealth({ ...sound, ...changed }).find((finding) => finding.check === check)?.state;

describe('health', () => {
  it('is sound where everything is as planned, and says so check by check', () => {
    const findings = checkHealth(sound);
    expect(findings).toHaveLength(8);
    expect(findings.map(({ state }) => state)).toEqual(Array(8).fill('sound'));
    expect(findings.every(({ sentence }) => sentence.endsWith('.'))).toBe(true);
    expect(findings[1]?.sentence).toBe('The arms have 500 : 500 : 9,000 targeting keys, as planned.');
  });

  it('is invalid where the arms are not the planned ones, once there are enough', () => {
    const shares = [0.05, 0.05, 0.9];
    expect(stateOf('sampleRatio', { arms: { counts: [600, 400, 9000], shares } })).toBe('invalid');
    expect(stateOf('sampleRatio', { arms: { counts: [6, 0, 90], shares } })).toBe('waiting');
    expect(stateOf('sampleRatio', { arms: null })).toBe('sound');
  });

  it('is invalid where more than 1 % of the outcomes are missing, or one side lacks them far more often', () => {
    expect(
      stateOf('missingOutcomes', { due: { pairs: 5000, missingIncumbent: 0, missingChallenger: 51 } }),
    ).toBe('invalid');
    expect(
      stateOf('missingOutcomes', { due: { pairs: 5000, missingIncumbent: 2, missingChallenger: 30 } }),
    ).toBe('invalid');
    expect(
      stateOf('missingOutcomes', { due: { pairs: 199, missingIncumbent: 0, missingChallenger: 90 } }),
    ).toBe('waiting');
  });

  it('is invalid where keys wander between arms, latencies are missing, the incumbent or the evaluator moved', () => {
    expect(stateOf('duplicates', { keys: { seen: 10_000, inBothArms: 11 } })).toBe('invalid');
    expect(stateOf('duplicates', { keys: null })).toBe('sound');
    expect(stateOf('latency', { answers: { counted: 10_000, untimed: 101 } })).toBe('invalid');
    expect(stateOf('incumbentChanged', { incumbent: { registeredId: 'a', presentId: 'b' } })).toBe('invalid');
    const latest = { n: 50, meanThen: 0.7, mean: 0.6, standardError: 0.05, shift: -2, p: 1e-6, at: 'then' };
    const evaluator = { kind: 'judge', answers: 50, isUsed: true, latest } as const;
    expect(stateOf('evaluatorDrift', { evaluator })).toBe('invalid');
    expect(stateOf('evaluatorDrift', { evaluator: null })).toBe('unmeasured');
  });

  it('tells of a lull after an hour and of silence after a day', () => {
    expect(stateOf('noTraffic', { hoursSinceTraffic: 1.5 })).toBe('waiting');
    expect(stateOf('noTraffic', { hoursSinceTraffic: 24 })).toBe('quiet');
    expect(stateOf('wholeDays', { elapsedHours: 23 })).toBe('waiting');
  });
});
