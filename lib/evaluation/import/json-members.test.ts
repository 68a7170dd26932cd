import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutStops } from './import-examples';
import type { ReadRecord } from './import-types';
import { listsIn } from './json-members';
import { openFile, openReader } from './open-file';
import { previewInSteps } from './preview-import';
import { SourceNumber } from './source-json';

const rows = Array.from({ length: 5 }, (_, n) => ({ question: `q${n} "]}[`, answer: `{a${n}` }));
const file = (value: object) => JSON.stringify({ version: 1, note: '["x"]', ...value }, null, 1);

/** Read as a large file is: the reader is chosen from a head, and the rest comes in parts. */
function read(text: string, headLength: number, cuts: readonly number[] = [], list?: string): ReadRecord[] {
  const { reader } = openReader({ name: 'd.json', text: text.slice(0, headLength) }, 'json', list);
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  const parts = [0, ...places].map((from, index) => text.slice(from, places[index]));
  return [...parts.flatMap((part) => [...reader.take(part)]), ...reader.end()];
}
const questions = (records: readonly ReadRecord[]) =>
  records.map((one) => ('value' in one ? (one.value as { question: string }).question : one));

describe('a JSON object that holds a list of objects', () => {
  it('is read by its only list, wherever the parts are cut', () => {
    const text = file({ data: rows, more: { deep: [{ no: 1 }] } });
    const headLength = text.indexOf('q2');
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 8 }), (cuts) => {
        expect(questions(read(text, headLength, cuts))).toEqual(rows.map(({ question }) => question));
      }),
    );
    const [first] = read(text, headLength);
    expect(first).toMatchObject({ line: text.slice(0, text.indexOf('{', 2)).split('\n').length });
  });

  it('is settled by the columns of that list, from its head as from the whole', () => {
    const text = file({ data: rows });
    for (const one of [
      { name: 'd.json', text },
      { name: 'd.json', text: text.slice(0, text.indexOf('q3')), isHead: true },
    ]) {
      const { mapping, unsettled } = withoutStops(previewInSteps([one], { format: 'auto' }));
      expect(unsettled).toEqual([]);
      expect(mapping).toMatchObject({ question: { path: 'question' }, expected: { path: 'answer' } });
    }
  });

  it('asks which list is meant where there are several, and reads the one that is named', () => {
    const text = file({ train: rows, test: rows.slice(0, 2) });
    const stopped = read(text, text.indexOf('q2')).at(-1);
    expect(stopped).toMatchObject({ stop: { message: expect.stringContaining('"train" and "test"') } });
    const [whole] = [...openFile({ name: 'd.json', text }, 'json').records];
    expect(whole).toMatchObject({ message: expect.stringContaining('"train" and "test"') });
    expect(questions(read(text, 100, [], 'test'))).toEqual(['q0 "]}[', 'q1 "]}[']);
    expect(read(text, 100, [], 'dev')).toEqual([{ stop: expect.objectContaining({ line: 1 }) }]);
  });

  it('is not taken for whole where it ends early', () => {
    const text = file({ data: rows });
    for (const end of [text.indexOf('q4'), text.length - 1])
      expect(read(text.slice(0, end), text.indexOf('q2')).at(-1)).not.toHaveProperty('value');
  });

  it('stays a table of columns where its lists hold values', () => {
    const text = '{"question":["a","b"],"answer":[1,2]}';
    expect(listsIn(text)).toEqual({ ofObjects: [], ofValues: 2, open: null });
    expect([...openFile({ name: 'd.json', text }, 'json').records]).toMatchObject([
      { value: { question: 'a', answer: expect.any(SourceNumber) } },
      { value: { question: 'b' } },
    ]);
  });
});
