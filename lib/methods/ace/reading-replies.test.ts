import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractAnswer } from '@/lib/methods/prompting/extract-answer';
import { extractJson } from '@/lib/methods/prompting/extract-json';
import { numberText } from '@/lib/methods/prompting/number-text';
import { parseTolerantJson } from '@/lib/methods/prompting/tolerant-json';
import { readCuratorReply } from './read-curator-reply';
import { readReflectorReply } from './read-reflector-reply';

describe('tolerant JSON', () => {
  it('reads everything that JSON can hold to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseTolerantJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('forgives NaN and infinities, and nothing else', () => {
    expect(parseTolerantJson('{"a":[NaN,-Infinity]}')).toEqual({ a: [Number.NaN, Number.NEGATIVE_INFINITY] });
    for (const text of ['{1:2}', '{"a":01}', '{"a":1,}', "{'a':1}", 'nan', '{"a":+1}', '']) {
      expect(parseTolerantJson(text)).toBeUndefined();
    }
  });

  it('does not take a number inside a text for a number', () => {
    expect(parseTolerantJson('{"a":"1: NaN \\" 2"}', () => 'number')).toEqual({ a: '1: NaN " 2' });
  });
});

describe('extracting JSON from a reply', () => {
  it('finds an object inside any prose without braces', () => {
    const prose = fc.lorem();
    fc.assert(
      fc.property(prose, prose, fc.dictionary(fc.string(), fc.jsonValue()), (before, after, value) => {
        const text = JSON.stringify(value);
        expect(extractJson(`${before} ${text} ${after}`)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('adopts nothing of an object that never closes', () => {
    expect(extractJson('{"reasoning":"r","operations":[{"type":"ADD"')).toBeUndefined();
  });

  it('takes time in proportion to the text, also on hostile ones', () => {
    const hostile = [
      `${'```json'.repeat(20_000)}`,
      '{'.repeat(100_000),
      `"${'\\'.repeat(100_000)}`,
      `"${'\\"'.repeat(100_000)}`,
      ' '.repeat(100_000),
    ];
    for (const text of hostile) expect(extractJson(text)).toBeUndefined();
  });
});

describe('numbers in answers', () => {
  it.each([
    ['42', '42'],
    ['42.0', '42.0'],
    ['4.20e1', '42.0'],
    ['-0', '0'],
    ['0.0001', '0.0001'],
    ['0.00001', '1e-05'],
    ['1e16', '1e+16'],
    ['17700000000000.5', '17700000000000.5'],
    ['1e999', 'inf'],
  ])('write %s as %s', (source, text) => {
    expect(numberText(source)).toBe(text);
  });
});

describe('a final answer', () => {
  it('that is a list is its parts by comma, and one that is no value is none', () => {
    expect(extractAnswer('{"final_answer":["Revenues",15.0]}')).toBe('Revenues, 15.0');
    expect(extractAnswer('{"final_answer":null}')).toBeNull();
  });

  it('is always a text or null, whatever the reply', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (reply) => {
        const answer = extractAnswer(reply);
        expect(answer === null || typeof answer === 'string').toBe(true);
      }),
    );
  });
});

describe('a curator reply', () => {
  it('is refused with its fault', () => {
    expect(readCuratorReply('hello')).toEqual({ ok: false, fault: 'noJsonObject' });
    const half = '{"reasoning":"r","operations":[{"type":"ADD","section":"s","content":"c"},{"type":"ADD"}]}';
    expect(readCuratorReply(half)).toEqual({ ok: false, fault: 'additionIncomplete' });
  });

  it('gives edits of the types that we know and leaves others out', () => {
    const operations = [
      { type: 'ADD', section: 's', content: 'c' },
      { type: 'UPDATE', bullet_id: 'a-00001', content: 'd' },
      { type: 'MERGE', source_ids: ['a-00001', 'a-00002'], content: 'e' },
      { type: 'DELETE', bullet_id: 'a-00003' },
      { type: 'CREATE_META', section_name: 'x' },
    ];
    const reply = readCuratorReply(JSON.stringify({ reasoning: 'r', operations }));
    expect(reply.ok && reply.value.edits).toEqual([
      { type: 'add', section: 's', content: 'c' },
      { type: 'update', bulletId: 'a-00001', content: 'd' },
      { type: 'merge', bulletIds: ['a-00001', 'a-00002'], content: 'e' },
      { type: 'remove', bulletId: 'a-00003' },
    ]);
  });
});

describe('a reflector reply', () => {
  it('may give several insights, as a list or as lines, each on a line of its own', () => {
    const listed = readReflectorReply('{"key_insight":["One.","Two.\\n\\nThree."]}');
    expect(listed.ok && listed.value.insights).toEqual(['One.', 'Two.', 'Three.']);
    expect(listed.ok && listed.value.text).toBe('Key insight: One.\nKey insight: Two.\nKey insight: Three.');
  });

  it('has one say on each bullet, its last', () => {
    const tags = ['helpful', 'helpful', 'harmful'].map((tag) => ({ id: 'a-00001', tag }));
    const reply = readReflectorReply(JSON.stringify({ key_insight: 'x', bullet_tags: tags }));
    expect(reply.ok && reply.value.bulletTags).toEqual([{ bulletId: 'a-00001', tag: 'harmful' }]);
  });

  it('that says nothing is refused', () => {
    expect(readReflectorReply('{"bullet_tags":[]}').ok).toBe(false);
    expect(readReflectorReply('["x"]').ok).toBe(false);
  });
});
