import { describe, expect, it } from 'vitest';
import { buildRecord, buildRecordFacts } from '@/lib/testing/builders/run-record';
import { runRecord } from './run-record';
import { plateauOf, type SerialFinding, serialRecordOf } from './serial-record';

const points = [60, 80, 84, 86, 85, 85].map((right) => ({ right, learningMs: 1000 }));
const found = (changes: Partial<SerialFinding> = {}): SerialFinding => ({
  verdict: 'go',
  reason: 'It is flat.',
  finding: 'plateauAbove',
  window: 4,
  ...changes,
});

describe('the serial record', () => {
  it('R-037, R-038: takes rollouts and score from the plateau that the diagnosis found', () => {
    const record = serialRecordOf(buildRecord({ points }), found());
    expect(record.convergedScore).toBeCloseTo((84 + 86 + 85 + 85) / 400, 12);
    expect(record).toMatchObject({ baselineScore: 0.6, verdict: 'go' });
    expect(record.discordance).toBeCloseTo(0.26, 12);
  });

  it('R-037: counts the rollouts that were made until then, whatever each iteration took', () => {
    const facts = buildRecordFacts({ points });
    // A search spends unevenly: most of it before the plateau, which an even share of the whole would not see.
    const spent = [100, 150, 160, 170, 180];
    const closed = facts.closed.map((fact, index) => ({
      ...fact,
      data: { ...fact.data, spend: { ...fact.data.spend, rollouts: spent[index] ?? 0 } },
    }));
    const { runId, label, manifest, practice } = buildRecord({ points });
    const record = runRecord({ runId, label, manifest, practice }, { ...facts, closed });
    expect(record.points.map(({ rollouts }) => rollouts)).toEqual([0, ...spent]);
    expect(serialRecordOf(record, found()).rolloutsToConverge).toBe(150);
  });

  it('R-055: knows no rollouts and no score where no plateau was found, or none whose window was kept', () => {
    for (const none of [null, found({ finding: 'stillRising' }), found({ window: 0 })]) {
      const record = serialRecordOf(buildRecord({ points }), none);
      expect(record).toMatchObject({ rolloutsToConverge: null, convergedScore: null });
    }
    expect(plateauOf({ points: [] }, found())).toBeNull();
  });
});
