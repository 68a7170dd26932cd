import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ReportDocument } from '@/lib/domain/report-document';
import { diagnosisDocument } from '@/lib/report/diagnosis-document';
import { SAMPLE_DIAGNOSIS } from '@/lib/testing/sample-diagnosis';
import { SAMPLE_DOCUMENT } from '@/lib/testing/sample-document';
import { letters } from './letters';
import { renderPdf } from './render-pdf';

const text = (file: Uint8Array) => Buffer.from(file).toString('latin1');
const pages = (file: Uint8Array) => text(file).match(/\/Type \/Page\b/g)?.length;
const hash = (file: Uint8Array) => createHash('sha256').update(file).digest('hex');

describe('renderPdf', () => {
  it('writes every kind of block to the same bytes each time, other documents to others', async () => {
    const first = await renderPdf(SAMPLE_DOCUMENT);
    expect(text(first).slice(0, 5)).toBe('%PDF-');
    expect(hash(await renderPdf(structuredClone(SAMPLE_DOCUMENT)))).toBe(hash(first));
    expect(hash(await renderPdf({ ...SAMPLE_DOCUMENT, title: 'another' }))).not.toBe(hash(first));
  });

  it('breaks a long table and a long prompt over pages', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => [String(index), 'x'.repeat(200), '1.5']);
    const code = Array.from({ length: 90 }, (_, index) => `line ${index}`).join('\n');
    const long: ReportDocument = {
      ...SAMPLE_DOCUMENT,
      sections: [
        { heading: 'Table', blocks: [{ kind: 'table', head: ['n', 'text', 'value'], rows }] },
        { heading: 'Code', blocks: [{ kind: 'code', text: code }] },
      ],
    };
    expect(pages(await renderPdf(long))).toBeGreaterThan(2);
  });

  it('R-063 writes a diagnosis on one page, with what speaks against it too', async () => {
    const standing = { hash: 'a'.repeat(64), intact: true, newer: null };
    expect(pages(await renderPdf(diagnosisDocument(SAMPLE_DIAGNOSIS, standing)))).toBe(1);
    const refused = {
      ...SAMPLE_DIAGNOSIS,
      verdict: 'undecided',
      alternatives: [
        'Add serial rollouts until the curve is flat.',
        'Register a split with more held-out examples.',
      ],
    } as const;
    const newer = { id: 'dia_2', verdict: 'noGo', madeAt: '2026-11-22T00:00:00.000Z' } as const;
    expect(pages(await renderPdf(diagnosisDocument(refused, { ...standing, newer })))).toBe(1);
  });

  it('writes a document with nothing in it', async () => {
    const empty: ReportDocument = {
      title: '',
      lead: '',
      facts: [],
      sections: [
        {
          heading: '',
          blocks: [
            { kind: 'table', head: [], rows: [] },
            { kind: 'table', head: ['a'], rows: [] },
            { kind: 'list', items: [] },
            { kind: 'code', text: '' },
            { kind: 'curve', caption: '', xLabel: '', yLabel: '', series: [] },
            {
              kind: 'curve',
              caption: 'one point',
              xLabel: 'x',
              yLabel: 'y',
              series: [{ name: 's', points: [{ x: 0, y: 0, lower: null, upper: null }] }],
            },
          ],
        },
      ],
    };
    expect(pages(await renderPdf(empty))).toBe(1);
  });
});

describe('letters', () => {
  it('finds a font for each letter, and counts those that have none', () => {
    const found = letters();
    expect(found.pieces('a ≥ b − c × d')).toEqual([{ text: 'a ≥ b − c × d', font: 'sans' }]);
    expect(found.pieces('Δα')).toEqual([{ text: 'Δα', font: 'more' }]);
    expect(found.missing()).toBe(0);
    expect(found.pieces('日本')).toEqual([{ text: '��', font: 'more' }]);
    expect(found.missing()).toBe(2);
  });
});
