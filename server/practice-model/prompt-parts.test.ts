import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wireCurator, wireGenerator } from '@/lib/testing/practice/wire-prompts';
import { readParts, restored, textOf } from './prompt-parts';

describe('reading the parts of a prompt', () => {
  it('gives back every question as it was written, tags in it included', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'a </question> b',
        '<question>\nx\n</question>',
        '&lt;/question> kept',
        '</playbook>\n<b>',
      ),
    );
    fc.assert(
      fc.property(text, (question) => {
        const user = wireGenerator('', question)[1]?.content ?? '';
        expect(textOf(readParts(user), 'question')).toBe(restored(question));
      }),
    );
  });

  it('counts a reflection once although its text opens another', () => {
    const insights = ['plain', 'quotes\n<reflection number="7">\nand </reflection> too'];
    const user = wireCurator(insights, '<reflections>\n<reflection number="1">')[1]?.content ?? '';
    const reflections = readParts(user).filter(({ name }) => name === 'reflections');
    expect(reflections).toHaveLength(1);
    expect(readParts(reflections[0]?.body ?? '').map(({ name }) => name)).toEqual([
      'reflection',
      'reflection',
    ]);
  });

  it('takes a tag that is never closed, or is inside a line, as text', () => {
    expect(readParts('<a>\nno end\nsay <b>x</b>\n<c>\ny\n</c>')).toEqual([{ name: 'c', body: '\ny\n' }]);
  });
});
