import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '@/lib/report/document/markdown';
import { SAMPLE_DIAGNOSIS } from '@/lib/testing/sample-diagnosis';
import { type DiagnosisStanding, diagnosisDocument } from './diagnosis-document';

const standing: DiagnosisStanding = { hash: 'abc123', intact: true, newer: null };
const text = (change: Partial<typeof SAMPLE_DIAGNOSIS>, now: Partial<DiagnosisStanding> = {}) =>
  renderMarkdown(diagnosisDocument({ ...SAMPLE_DIAGNOSIS, ...change }, { ...standing, ...now }));

describe('the one-page diagnosis', () => {
  it('R-063 says go in one sentence, with its hash and what it opens', () => {
    const page = text({});
    expect(page.split('\n')[2]).toMatch(/^Go: The curve is flat/);
    expect(page).toContain('abc123');
    expect(page).toContain('Parallel runs of “Formula” with ACE 1.0 may start');
    expect(page).not.toContain('What to do instead');
  });

  it('R-060 R-061 R-062 shows the curve, the original prompt and every parameter', () => {
    const page = text({});
    expect(page).toContain('| 150 | 87 | 83 | 91 |');
    expect(page).toContain('original prompt: 64');
    expect(page).toMatch(/dia_sample, made \d+ \w+ 2026, \d\d:\d\d UTC/);
    expect(page).toContain(
      '0.00 pt (−0.20 to 0.20, n = 300, paired by example) over the next 4 measurements',
    );
    expect(page).toContain('above −2 pt and below 1 pt');
    expect(page).toContain('23.10 pt (18.00 to 28.00');
    expect(page).toContain('the last 4 measurements');
    expect(page).toContain('look 1 in this scope');
  });

  it('R-061 R-062 R-064 says no in the words of the rule, and what to do instead', () => {
    const alternatives = ['Add serial rollouts until the curve is flat.'];
    const rising = text({ verdict: 'noGo', finding: 'stillRising', alternatives });
    expect(rising).toContain('No-go. No plateau. Add serial rollouts first.');
    expect(rising).toContain('- Add serial rollouts until the curve is flat.');
    expect(text({ verdict: 'noGo', finding: 'plateauNotAbove', alternatives })).toContain(
      'The plateau is not above the original prompt. Switch the method before scaling.',
    );
  });

  it('says that a newer one took the go back, and that a changed content is not to be relied on', () => {
    const newer = { id: 'dia_2', verdict: 'noGo', madeAt: '2026-11-22T00:00:00.000Z' } as const;
    const page = text({}, { newer });
    expect(page).toContain('Taken back. Diagnosis dia_2 of 22 Nov 2026, 00:00 UTC says no-go');
    expect(page).not.toMatch(/may start on the split|\*\*Good/);
    expect(text({}, { intact: false })).toContain('do not rely on it');
  });

  it('says that the rule was not applied only where it was not', () => {
    const means = text({ verdict: 'undecided', finding: 'meansOnly', decision: null, alternatives: ['A.'] });
    expect(means).toContain('The rule was not applied');
    const older = text({ finding: 'unknown', decision: null });
    expect(older).toContain('was not kept with this older diagnosis');
    expect(older).not.toContain('not applied');
  });

  it('never opens a run for an imported curve', () => {
    const source = { kind: 'imported', importedRunId: 'imp_1', name: 'A curve' } as const;
    const page = text({ source, decision: null });
    expect(page).toContain('It opens no parallel run here');
    expect(page).toContain('no run here: its hardware is not ours');
    expect(page).not.toContain('may start');
  });
});
