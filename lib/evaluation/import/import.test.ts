import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importInSteps, withoutStops } from './import-examples';
import type { FieldMapping, ImportOptions } from './import-types';
import { previewInSteps } from './preview-import';

const MAPPING: FieldMapping = {
  id: null,
  question: { path: 'q' },
  context: null,
  expected: { path: 'a' },
  groupKey: null,
  sourceSplit: null,
};
const options = (part: Partial<ImportOptions> = {}): ImportOptions => ({
  preset: 'generic',
  format: 'auto',
  mapping: MAPPING,
  skipBadLines: false,
  ...part,
});
const read = (name: string, text: string, part: Partial<ImportOptions> = {}) =>
  withoutStops(importInSteps([{ name, text }], options(part)));
const pairs = (outcome: ReturnType<typeof read>) =>
  outcome.examples.map(({ question, expected }) => [question, expected]);
const places = (outcome: ReturnType<typeof read>) => outcome.faults.map(({ where }) => where);

describe('formats', () => {
  const wanted = [
    ['one', '15.0'],
    ['two', '0.10'],
  ];

  it('keeps the text of numbers in every format', () => {
    expect(pairs(read('d.jsonl', '{"q":"one","a":15.0}\n\n{"q":"two","a":0.10}\n'))).toEqual(wanted);
    expect(pairs(read('d.json', '[{"q":"one","a":15.0},\n{"q":"two","a":0.10}]'))).toEqual(wanted);
    expect(pairs(read('d.json', '{"q":["one","two"],"a":[15.0,0.10]}'))).toEqual(wanted);
    expect(pairs(read('d.csv', 'q,a\none,15.0\ntwo,0.10\n'))).toEqual(wanted);
    expect(pairs(read('d.tsv', 'q\ta\none\t15.0\ntwo\t0.10'))).toEqual(wanted);
    expect(pairs(read('d.csv', 'q;a\none;15.0\ntwo;0.10\n'))).toEqual(wanted);
  });

  it('takes a byte order mark, CRLF, quotes and line breaks inside quotes', () => {
    const text = '\ufeffq,a\r\n"one, ""two""\nthree",1\r\nlast,2\r\n';
    expect(pairs(read('d.csv', text))).toEqual([
      ['one, "two"\nthree', '1'],
      ['last', '2'],
    ]);
    expect(pairs(read('d.jsonl', '\ufeff{"q":"one","a":"1"}\r\n'))).toEqual([['one', '1']]);
  });

  it('tells a file of JSON lines from a document by its content', () => {
    expect(read('d.json', '{"q":"one","a":1}\n{"q":"two","a":2}').report.files[0]?.format).toBe('jsonLines');
    expect(read('d.jsonl', '[{"q":"one","a":1}]').report.files[0]?.format).toBe('json');
    expect(read('d.txt', 'q\ta\none\t1').report.files[0]?.format).toBe('tsv');
  });

  it('carries any text through JSON lines and CSV unchanged', () => {
    const text = fc
      .string({ unit: 'grapheme' })
      .filter((one) => one.trim() !== '' && !one.includes('\u0000'));
    fc.assert(
      fc.property(fc.uniqueArray(text, { minLength: 1, maxLength: 8 }), (questions) => {
        const lines = questions.map((q) => JSON.stringify({ q, a: q })).join('\n');
        const cell = (value: string) => `"${value.replaceAll('"', '""')}"`;
        const csv = ['q,a', ...questions.map((q) => `${cell(q)},${cell(q)}`)].join('\n');
        const expected = questions.map((q) => [q, q]);
        expect(pairs(read('d.jsonl', lines))).toEqual(expected);
        expect(pairs(read('d.csv', csv))).toEqual(expected);
      }),
    );
  });
});

describe('mapping', () => {
  it('follows paths, constants and templates', () => {
    const mapping: FieldMapping = {
      id: { path: 'meta.id' },
      question: { template: 'Q: {{ q[0] }} / {{meta.n}}' },
      context: { path: 'missing' },
      expected: { constant: 'yes' },
      groupKey: { path: '["a key.b"]' },
      sourceSplit: { path: 'meta.split' },
    };
    const line = '{"q":["x"],"meta":{"id":7,"n":1.50,"split":"test"},"a key.b":"g"}';
    expect(read('d.jsonl', line, { mapping }).examples[0]).toMatchObject({
      id: '7',
      question: 'Q: x / 1.50',
      context: '',
      expected: 'yes',
      groupKey: 'g',
      sourceSplit: 'test',
    });
  });

  it('names an example by its content where the source has no id, the same at every import', () => {
    const first = read('d.jsonl', '{"q":"one","a":1}').examples[0];
    const again = read('e.csv', 'q,a\none,1').examples[0];
    expect(first?.id).toHaveLength(20);
    expect(again?.id).toBe(first?.id);
    expect(read('d.jsonl', '{"q":"one","a":1.0}').examples[0]?.id).not.toBe(first?.id);
  });

  it('never reaches into what a record inherits', () => {
    const mapping = { ...MAPPING, question: { path: 'constructor.name' } };
    expect(read('d.jsonl', '{"q":"x","a":1}', { mapping }).faults[0]?.message).toContain('constructor.name');
  });
});

describe('bad lines', () => {
  const mixed = [
    '{"q":"one","a":1}',
    '{"q":"broken',
    '[1]',
    '{"q":"no answer"}',
    '{"q":" ","a":1}',
    '{"q":"two","a":2}',
  ];

  it('are all named with file and line, and nothing is half-imported', () => {
    const outcome = read('d.jsonl', mixed.join('\n'));
    expect(outcome.accepted).toBe(false);
    expect(outcome.examples).toEqual([]);
    expect(places(outcome)).toEqual(['d.jsonl:2', 'd.jsonl:3', 'd.jsonl:4', 'd.jsonl:5']);
    expect(outcome.faults[0]?.message).not.toContain('line 1');
    expect(outcome.faults[2]?.message).toContain('"a"');
  });

  it('are left out and reported when that is asked for', () => {
    const outcome = read('d.jsonl', mixed.join('\n'), { skipBadLines: true });
    expect(pairs(outcome)).toEqual([
      ['one', '1'],
      ['two', '2'],
    ]);
    expect(outcome.report.faultCount).toBe(4);
  });

  it('have their line in lists and tables too', () => {
    expect(places(read('d.json', '[\n{"q":"one","a":1},\n\n7,\n{"q":"x\\n]","b":{"c":[1]}}]'))).toEqual([
      'd.json:4',
      'd.json:5',
    ]);
    expect(places(read('d.json', '[\n{"q":"one",\n]'))[0]).toMatch(/^d\.json:2$/);
    expect(places(read('d.json', '{"q":["x"],"a":[1,2]}'))).toEqual(['d.json:1']);
    expect(places(read('d.csv', 'q,a\n"x\ny",1\nshort\nok,2\nlong,1,2'))).toEqual(['d.csv:4', 'd.csv:6']);
    expect(places(read('d.csv', 'q,a\nok,2\n"open,1\nmore'))[0]).toMatch(/^d\.csv:/);
    expect(read('d.csv', 'q,q\n1,2').faults[0]?.message).toContain('twice');
  });

  it('include what cannot be stored and what is nested too deeply', () => {
    expect(read('d.jsonl', '{"q":"a\\u0000","a":1}').faults[0]?.message).toContain('NUL');
    expect(read('d.jsonl', '{"q":"a\\ud800","a":1}').faults[0]?.message).toContain('surrogate');
    expect(read('d.jsonl', `{"q":${'['.repeat(200_000)}${']'.repeat(200_000)},"a":1}`).accepted).toBe(false);
    expect(read('d.jsonl', `{"q":"${'x'.repeat(1_000_001)}","a":1}`).faults[0]?.message).toContain(
      'characters',
    );
    expect(read('d.jsonl', '  \n').faults[0]?.message).toContain('no record');
  });

  it('include broken lists, each element by itself', () => {
    expect(
      places(read('d.json', '[\n{"q":"one","a":1},\n,\n{"q":"two" "a":2},\n{"q":"three","a":3},\n]')),
    ).toEqual(['d.json:3', 'd.json:4', 'd.json:6']);
    expect(places(read('d.json', '[{"q":"one","a":1},\n{"q":"two'))).toEqual(['d.json:2']);
    expect(places(read('d.json', '[{"q":"one","a":1}]\n{}'))).toEqual(['d.json:2']);
  });

  it('stop an import that is too large, even where bad lines may be skipped', () => {
    const skip = { skipBadLines: true };
    expect(read('d.jsonl', '0\n'.repeat(200_001), skip)).toMatchObject({
      accepted: false,
      examples: [],
    });
    expect(read('d.csv', `q,a\n1,2\n${','.repeat(2000)}`, skip).faults[0]?.message).toContain('cells');
    expect(read('d.json', `[{"q":"${'x'.repeat(2_000_000)}","a":1}]`, skip).accepted).toBe(false);
    expect(read('d.json', `{"q":["${'x'.repeat(9_000_000)}"],"a":[1]}`, skip).accepted).toBe(false);
  });

  it('never throws, whatever the file holds', () => {
    const name = fc.constantFrom('d.jsonl', 'd.json', 'd.csv', 'd.tsv', 'd');
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.stringMatching(/^[[{"a:1,\n\]}]*$/));
    fc.assert(
      fc.property(name, text, fc.boolean(), (file, content, skipBadLines) => {
        const outcome = read(file, content, { skipBadLines });
        expect(outcome.accepted || outcome.faults.length > 0).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('duplicates', () => {
  it('are kept once and reported with both places', () => {
    const outcome = withoutStops(
      importInSteps(
        [
          { name: 'a.jsonl', text: '{"q":"one","a":1}' },
          { name: 'b.jsonl', text: '{"q":"two","a":2}\n{"q":"one","a":1}' },
        ],
        options(),
      ),
    );
    expect(outcome.examples).toHaveLength(2);
    expect(outcome.duplicates).toEqual([{ where: 'b.jsonl:2', firstWhere: 'a.jsonl:1' }]);
    expect(outcome.examples.map(({ sourceSplit }) => sourceSplit)).toEqual(['a.jsonl', 'b.jsonl']);
  });

  it('of an id with another content are faults', () => {
    const mapping = { ...MAPPING, id: { path: 'id' } };
    const outcome = read('d.jsonl', '{"id":1,"q":"one","a":1}\n{"id":1,"q":"two","a":1}', { mapping });
    expect(outcome.faults[0]).toMatchObject({
      where: 'd.jsonl:2',
      message: expect.stringContaining('d.jsonl:1'),
    });
  });
});

describe('labels', () => {
  it('that are blank are counted with their first places', () => {
    const { report } = read('d.csv', 'q,a\none,1\ntwo,\nthree,  \n');
    expect(report.labels.blank).toEqual({ count: 2, first: ['d.csv:3', 'd.csv:4'] });
  });

  it('that differ for one question are told, within a file and across files', () => {
    const { report } = withoutStops(
      importInSteps(
        [
          { name: 'train.csv', text: 'q,a\none,1\ntwo,2\ntwo,3\n' },
          { name: 'test.csv', text: 'q,a\none,7\none,1\nfour,4\n' },
        ],
        options(),
      ),
    );
    expect(report.labels.conflicts).toEqual({
      count: 2,
      acrossSources: 1,
      first: [
        {
          places: [
            { where: 'train.csv:2', source: 'train.csv' },
            { where: 'test.csv:2', source: 'test.csv' },
          ],
        },
        {
          places: [
            { where: 'train.csv:3', source: 'train.csv' },
            { where: 'train.csv:4', source: 'train.csv' },
          ],
        },
      ],
    });
  });

  it('of one question with two contexts are no conflict', () => {
    const mapping = { ...MAPPING, context: { path: 'c' } };
    const { report } = read('d.csv', 'q,c,a\none,x,1\none,y,2\n', { mapping });
    expect(report.labels.conflicts.count).toBe(0);
  });
});

describe('preview', () => {
  it('suggests a mapping from the names of the fields', () => {
    const text = '{"id":"x1","meta":{"level":3},"question":"How?","answer":"So.","split":"train"}';
    const preview = withoutStops(previewInSteps([{ name: 'd.jsonl', text }], { format: 'auto' }));
    expect(preview.preset).toBe('generic');
    expect(preview.fields.map(({ path }) => path)).toEqual([
      'id',
      'meta.level',
      'question',
      'answer',
      'split',
    ]);
    expect(preview.examples[0]).toMatchObject({
      id: 'x1',
      question: 'How?',
      expected: 'So.',
      sourceSplit: 'train',
    });
  });

  it('shows the first record as it came and no examples while a column has to be chosen', () => {
    const text = '{"ticket":"Printer","n":15.0,"part":{"of":[1.50]}}\n{"ticket":"Scanner"}\nbroken';
    const preview = withoutStops(previewInSteps([{ name: 'd.jsonl', text }], { format: 'auto' }));
    expect(preview.unsettled.map(({ role }) => role)).toEqual(['question', 'expected']);
    expect(preview.firstRecord).toEqual({
      where: 'd.jsonl:1',
      text: '{\n  "ticket": "Printer",\n  "n": 15.0,\n  "part": {"of":[1.50]}\n}',
    });
    expect(preview).toMatchObject({ examples: [], exampleCount: 0, faultCount: 1, labels: null });
    expect(preview.files).toMatchObject([{ records: 3 }]);
  });

  it('knows the published Formula file by its shape', () => {
    const context = 'Use formula ROI to answer the question. Question: "How much?". Answer:';
    const preview = withoutStops(
      previewInSteps([{ name: 'f.jsonl', text: JSON.stringify({ context, target: '2.0' }) }], {
        format: 'auto',
      }),
    );
    expect(preview.preset).toBe('formula');
    expect(preview.examples[0]).toMatchObject({ groupKey: 'ROI', expected: '2.0' });
  });

  it('takes a file of unreadable rows for something else, soon', () => {
    const text = `q,a\n${'"a,1\nb"x,2\n'.repeat(100_000)}`;
    const preview = withoutStops(previewInSteps([{ name: 'torn.csv', text }], { format: 'auto' }));
    expect(preview.exampleCount).toBe(0);
    expect(preview.faultCount).toBeLessThan(1_100);
  });

  it('shows faults instead of failing', () => {
    const preview = withoutStops(
      previewInSteps([{ name: 'd.jsonl', text: 'nonsense' }], { format: 'jsonLines' }),
    );
    expect([preview.faultCount, preview.exampleCount]).toEqual([1, 0]);
  });
});
