import { describe, expect, it } from 'vitest';
import { SAMPLE_DIAGNOSIS } from '@/lib/testing/sample-diagnosis';
import { assertAlternatives, diagnosisFault, type KnownDiagnosis } from './diagnosis';
import { ESCALATIONS } from './rules/anti-patterns';

const known: KnownDiagnosis = {
  id: 'dia_1',
  verdict: 'noGo',
  finding: 'stillRising',
  reason: 'No plateau yet: the curve still rises.',
  alternatives: ['Add serial rollouts until the curve is flat.'],
};

describe('a parallel run and its diagnosis', () => {
  it('R-011 starts on a go, and on nothing else', () => {
    expect(diagnosisFault({ ...known, verdict: 'go', finding: 'plateauAbove', alternatives: [] })).toBeNull();
    const none = diagnosisFault(null);
    expect(none).toMatchObject({ code: 'NO_SERIAL_DIAGNOSIS', ruleId: 'R-011' });
    // The words of the escalation once, not once more as what was found.
    expect(none?.userMessage.split(ESCALATIONS.E1)).toHaveLength(2);
    const undecided = diagnosisFault({ ...known, verdict: 'undecided', finding: 'cannotBeTold' });
    expect(undecided).toMatchObject({ code: 'NO_SERIAL_DIAGNOSIS', ruleId: 'R-011' });
  });

  it('R-061 is told that there is no plateau, what to do, and where the diagnosis is', () => {
    const fault = diagnosisFault(known);
    expect(fault).toMatchObject({ code: 'NO_SERIAL_DIAGNOSIS', ruleId: 'R-061' });
    expect(fault?.userMessage).toContain('No plateau. Add serial rollouts first.');
    expect(fault?.howToProceed.join(' ')).toContain('/diagnoses/dia_1');
    expect(fault?.howToProceed).toContain(known.alternatives[0]);
  });

  it('R-062 is told that the plateau is not above the original prompt', () => {
    const fault = diagnosisFault({ ...known, finding: 'plateauNotAbove' });
    expect(fault).toMatchObject({ code: 'NO_SERIAL_DIAGNOSIS', ruleId: 'R-062' });
    expect(fault?.userMessage).toContain(
      'The plateau is not above the original prompt. Switch the method before scaling.',
    );
  });

  it('R-064 needs an alternative where it does not say go, and only there', () => {
    expect(() => assertAlternatives(SAMPLE_DIAGNOSIS)).not.toThrow();
    for (const verdict of ['noGo', 'undecided'] as const) {
      const said = { ...SAMPLE_DIAGNOSIS, verdict };
      expect(() => assertAlternatives(said)).toThrow(/names what to do instead/);
      expect(() => assertAlternatives({ ...said, alternatives: [' '] })).toThrow();
      expect(() => assertAlternatives({ ...said, alternatives: ['Add rollouts.'] })).not.toThrow();
    }
  });
});
