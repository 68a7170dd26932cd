import { describe, expect, it } from 'vitest';
import type { ReportDocument } from '@/lib/domain/report-document';
import { withoutEmails } from './without-emails';

const document: ReportDocument = {
  title: 'Report of ann.lee+x@mail.example.co.uk',
  lead: 'Gain 1.5 pt @ n = 20.',
  facts: [{ term: 'Made', value: '2026-11-23 by owner@example.com' }],
  sections: [
    {
      heading: '1. Result',
      blocks: [
        { kind: 'table', head: ['who'], rows: [['järvi@example.fi'], ['no address']] },
        { kind: 'list', items: ['ask ops@waggle.localhost, or someone'] },
        { kind: 'curve', caption: 'c', xLabel: 'x', yLabel: 'y', series: [{ name: 's', points: [] }] },
      ],
    },
  ],
};

describe('a document for readers without an account', () => {
  it('holds no e-mail address in any of its texts, and every other word and number', () => {
    const shown = withoutEmails(document);
    expect(JSON.stringify(shown)).not.toMatch(/[^ ]@[^ ]/);
    expect(shown.lead).toBe(document.lead);
    expect(shown.facts).toEqual([{ term: 'Made', value: '2026-11-23 by a member' }]);
    expect(shown.sections[0]?.blocks[2]).toEqual(document.sections[0]?.blocks[2]);
  });
});
