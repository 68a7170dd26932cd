import type { ReportDocument } from '@/lib/domain/report-document';

/** A document with every kind of block, and with texts that try to be more than text. */
export const SAMPLE_DOCUMENT: ReportDocument = {
  title: 'Serial diagnosis of “Formula”',
  lead: 'Go: the serial run converges, and its plateau lies 23.1 points above the original prompt.',
  summary: {
    verdict: 'Go',
    tone: 'good',
    terms: [{ term: 'Gain', value: '+23.1 points (95 % 17.0 to 29.1, n = 300)' }],
    warnings: ['The split was used to tune.'],
  },
  madeAt: '2026-11-21T12:00:00.000Z',
  facts: [
    { term: 'Made by', value: 'Ada <ada@example.test>' },
    { term: 'Hash', value: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  ],
  sections: [
    {
      heading: 'What was seen',
      blocks: [
        {
          kind: 'notice',
          tone: 'good',
          text: 'Go. Parallel runs of this task, split, method and hardware may start.',
        },
        {
          kind: 'curve',
          caption: 'Held-out score over rollouts',
          xLabel: 'serial rollouts',
          yLabel: 'held-out score in %, 95 % interval',
          series: [
            {
              name: 'serial',
              points: [
                { x: 0, y: 64, lower: 58.5, upper: 69.2 },
                { x: 50, y: 75.1, lower: 69.9, upper: 79.7 },
                { x: 100, y: 86.3, lower: 82, upper: 89.7 },
                { x: 150, y: 87.1, lower: 82.8, upper: 90.4 },
                { x: 200, y: 87, lower: 82.7, upper: 90.3 },
              ],
            },
            { name: 'another | run', points: [{ x: 100, y: 80, lower: null, upper: null }] },
          ],
          lines: [{ name: 'original prompt', y: 64 }],
        },
        {
          kind: 'paragraph',
          text: 'Further gain ≤ 0.4 pt, 3 × 10 measurements, −1 at worst.\n\nSecond paragraph\nwith a break.',
        },
      ],
    },
    {
      heading: 'Texts of users',
      blocks: [
        {
          kind: 'table',
          caption: 'A table',
          head: ['setting', 'value | unit', 'n'],
          rows: [
            ['a | b', '<img src=x onerror=alert(1)>', '1'],
            ['`code` and *stars* and _lines_', 'snake_case_name\nsecond line', '−2.5'],
            ['日本語 Жук Ωμέγα ≥ − ×', '🙂 مرحبا', '1,200'],
          ],
        },
        { kind: 'list', items: ['# no heading', '- no list', '1. no number'] },
        { kind: 'list', ordered: true, items: ['first', '[no link](javascript:alert(1))'] },
        { kind: 'terms', terms: [{ term: 'Window', value: '5 measurements' }] },
        { kind: 'notice', tone: 'bad', text: 'Attention\n# is drawn to this' },
        { kind: 'code', language: 'markdown', text: 'A prompt\n```\nwith a fence\n```\n  and <b>tags</b>' },
      ],
    },
  ],
};
