import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neutralise } from './tagged-parts';
import { textBetween } from './text-between';

const wrapped = (text: string) => `<improved_prompt>\n${text}\n</improved_prompt>`;

describe('a text between tags', () => {
  it('is read back unchanged, regardless of the text around it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, text, after) => {
        fc.pre(text.trim() !== '' && ![before, after].some((around) => around.includes('improved_prompt')));
        const read = textBetween(`${before}${wrapped(text)}${after}`, 'improved_prompt');
        expect(read).toEqual({ ok: true, value: text.trim() });
      }),
    );
  });

  it('comes back unharmed where it was shown to a model as a part before', () => {
    const text = 'Put the answer in <question> and </question>.';
    expect(textBetween(wrapped(neutralise(text)), 'improved_prompt')).toEqual({ ok: true, value: text });
  });

  it('is nothing where a tag is missing, out of order, or another one', () => {
    for (const reply of [
      '',
      'plain',
      '<improved_prompt>a',
      'a</improved_prompt>',
      '</improved_prompt><improved_prompt>',
    ]) {
      expect(textBetween(reply, 'improved_prompt').ok).toBe(false);
    }
    expect(textBetween(wrapped('a'), 'proposed_instruction').ok).toBe(false);
  });
});
