import { describe, expect, it } from 'vitest';
import { TRUTH_ORDER } from '@/lib/domain/truth';
import { renderMarkdown } from '@/lib/report/document/markdown';
import { buildPlanInput, buildReportInput } from '@/lib/testing/builders/strategy-input';
import { TRUTH_VERDICTS } from '@/lib/words/truth';
import { composeStrategy } from './compose-strategy';
import { strategyDocument } from './strategy-document';
import type { StrategyInput } from './strategy-input';

const truth = (kind: (typeof TRUTH_ORDER)[number]) => ({ kind, sentence: 'The finding.' }) as const;
const summaryWith = (changes: Partial<StrategyInput>) => {
  const { summary } = composeStrategy({ ...buildReportInput(), ...changes });
  if (summary === undefined) throw new Error('A report has a summary.');
  return summary;
};

describe('the summary of a report', () => {
  it('has the verdict of the run’s page in one word, and a recommendation for each finding', () => {
    for (const kind of TRUTH_ORDER) {
      const summary = summaryWith({ truth: truth(kind) });
      expect(summary.verdict).toBe(TRUTH_VERDICTS[kind].word);
      expect(summary.verdict).not.toContain(' ');
      expect(summary.recommendation).not.toBe('');
    }
  });

  it('gives the gain with interval and n, the price, and both times', () => {
    const { gain, cost, time } = summaryWith({ truth: truth('gain') });
    expect(gain).toMatchObject({ basis: 'measured', says: expect.stringMatching(/95 % .*, n = \d/) });
    expect(cost.says).toMatch(/\$.*for the run/);
    expect(time.says).toMatch(/of learning, .* with evaluation/);
  });

  it('quotes no gain and no price of a point where the numbers mean nothing', () => {
    for (const kind of ['contaminated', 'inDoubt'] as const) {
      const { gain, cost } = summaryWith({ truth: truth(kind) });
      expect(gain).toMatchObject({ basis: 'notMeasured', says: expect.stringContaining('The finding.') });
      expect(cost.says).not.toContain('point');
    }
  });

  it('recommends a canary for a gain only where nothing keeps it from being quoted', () => {
    const blocked = summaryWith({ truth: truth('gain') });
    expect(blocked.recommendation).toMatch(/^Check before you promote\. The proposer is also/);
    const acknowledged = {
      by: 'ada',
      reason: 'Another proposer gained as much.',
      at: '2026-11-22T00:00:00.000Z',
    };
    expect(summaryWith({ truth: truth('gain'), acknowledged }).recommendation).toContain('canary');
  });

  it('is at the top of the Markdown too, with the reasons against quoting it', () => {
    const { evaluationSet } = buildReportInput();
    const content = composeStrategy({
      ...buildReportInput(),
      evaluationSet: { ...evaluationSet, usedToTune: true },
      truth: truth('contaminated'),
    });
    const document = strategyDocument(content, {
      version: 1,
      createdBy: 'ada',
      createdAt: '2026-11-21T10:00:00.000Z',
    });
    const [top = ''] = renderMarkdown(document).split('## 1.');
    for (const said of ['**Invalid**', '**Gain:**', '**Recommendation:**', 'Attention'])
      expect(top).toContain(said);
    expect(document.summary?.warnings).toEqual(content.headlineBlockedBy);
  });
});

describe('the summary of a plan', () => {
  it('has the verdict of its diagnosis, and expected amounts', () => {
    const { summary } = composeStrategy(buildPlanInput());
    expect(summary).toMatchObject({ verdict: 'Go', recommendation: 'Start the parallel run.' });
    expect([summary?.cost.basis, summary?.time.basis]).toEqual(['expected', 'expected']);
  });
});
