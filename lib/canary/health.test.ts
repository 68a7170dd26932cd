import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkHealth, type HealthFacts } from './health';

const UNMOVED = { n: 50, meanThen: 0.7, mean: 0.7, standardError: 0.05, shift: 0, p: 1, at: 'then' };
const TOLD = { hasCome: true, hoursSince: 0 };

const sound: HealthFacts = {
  arms: { counts: [500, 500, 9000], shares: [0.05, 0.05, 0.9] },
  due: { pairs: 5000, missingIncumbent: 5, missingChallenger: 8 },
  callers: null,
  keys: { seen: 10_000, inBothArms: 10 },
  answers: { counted: 10_000, untimed: 20 },
  incumbent: { registeredId: 'a', presentId: 'a' },
  evaluator: { kind: 'judge', answers: 50, isUsed: true, latest: UNMOVED },
  traffic: TOLD,
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
    expect(stateOf('sampleRatio', { arms: null })).toBe('byDesign');
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
    expect(stateOf('duplicates', { keys: null })).toBe('byDesign');
    expect(stateOf('latency', { answers: { counted: 10_000, untimed: 101 } })).toBe('invalid');
    expect(stateOf('incumbentChanged', { incumbent: { registeredId: 'a', presentId: 'b' } })).toBe('invalid');
    const latest = { n: 50, meanThen: 0.7, mean: 0.6, standardError: 0.05, shift: -2, p: 1e-6, at: 'then' };
    const evaluator = { kind: 'judge', answers: 50, isUsed: true, latest } as const;
    expect(stateOf('evaluatorDrift', { evaluator })).toBe('invalid');
    expect(stateOf('evaluatorDrift', { evaluator: null })).toBe('unmeasured');
  });

  it('judges missing outcomes of a live step by its callers in place of pairs', () => {
    const arm = (missing: number) => ({ served: 1000, due: 1000, missing, open: 0 });
    const stepOf = (challenger: number) =>
      stateOf('missingOutcomes', {
        due: { pairs: 0, missingIncumbent: 0, missingChallenger: 0 },
        callers: { arms: { control: arm(100), challenger: arm(challenger) }, planned: 2000 },
      });
    expect([stepOf(105), stepOf(300)]).toEqual(['sound', 'invalid']);
  });

  it('tells of a lull after an hour and of silence after a day', () => {
    expect(stateOf('noTraffic', { traffic: { ...TOLD, hoursSince: 1.5 } })).toBe('waiting');
    expect(stateOf('noTraffic', { traffic: { ...TOLD, hoursSince: 24 } })).toBe('quiet');
    expect(stateOf('wholeDays', { elapsedHours: 23 })).toBe('waiting');
  });

  it('is sound of nothing but the incumbent while no request has come, whatever the time', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (hours) => {
        const findings = checkHealth({
          ...{ arms: null, keys: null, incumbent: sound.incumbent },
          due: { pairs: 0, missingIncumbent: 0, missingChallenger: 0 },
          callers: null,
          answers: { counted: 0, untimed: 0 },
          evaluator: { kind: 'code', answers: 0, isUsed: true, latest: null },
          traffic: { hasCome: false, hoursSince: hours },
          elapsedHours: hours,
        });
        const said = findings.filter(({ state }) => state === 'sound').map(({ check }) => check);
        expect(said).toEqual(['incumbentChanged']);
        expect(findings.find(({ check }) => check === 'noTraffic')?.sentence).toMatch(/^No request/);
      }),
    );
  });

  it('counts one request as traffic, and as nothing else', () => {
    const one = { due: { pairs: 1, missingIncumbent: 0, missingChallenger: 0 } };
    const first = { ...one, answers: { counted: 2, untimed: 0 }, elapsedHours: 0.1, arms: null, keys: null };
    const states = ['noTraffic', 'missingOutcomes', 'latency', 'wholeDays'].map((check) =>
      stateOf(check, first),
    );
    expect(states).toEqual(['sound', 'waiting', 'waiting', 'waiting']);
  });
});
