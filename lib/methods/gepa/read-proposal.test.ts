import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neutralise } from '@/lib/methods/prompting/tagged-parts';
import { peerInstructionOf } from '@/lib/testing/golden/peer-instruction';
import { proposalOf } from './read-proposal';
import { stripped } from './strip-text';

const fenced = (text: string, fence = '```') => `Here it is.\n${fence}\n${text}\n${fence}\nDone.`;

describe('reading a proposal', () => {
  it('gives the text between the fences, without the word behind the first one', () => {
    expect(proposalOf(fenced('Add carefully.\n\n- Carry the tens.'))).toEqual({
      ok: true,
      value: 'Add carefully.\n\n- Carry the tens.',
    });
    expect(proposalOf('```markdown\nA\n```')).toEqual({ ok: true, value: 'A' });
    expect(proposalOf('```\r\nA\r\nB\r\n```')).toEqual({ ok: true, value: 'A\nB' });
  });

  it('keeps fenced code and backticks inside the text', () => {
    const text = 'Write this:\n```python\nx = 1\n```\nNever write ``` in a line.';
    expect(proposalOf(fenced(text))).toEqual({ ok: true, value: text });
    const uneven = 'Open with:\n```\nand say no more.';
    expect(proposalOf(fenced(uneven, '````'))).toEqual({ ok: true, value: uneven });
  });

  it('returns every text that it was given in a longer fence, regardless of its content', () => {
    const lines = fc.array(fc.constantFrom('a', '- b', '```', '```js', '', '# c', 'd ``` e'), {
      minLength: 1,
    });
    fc.assert(
      fc.property(lines, (parts) => {
        const text = parts.join('\n');
        fc.pre(stripped(text) !== '');
        expect(proposalOf(fenced(text, '`````'))).toEqual({ ok: true, value: stripped(text) });
      }),
    );
  });

  it('gives closing tags back as they were before a prompt made them harmless', () => {
    const text = 'Answer inside <question> and </question>, and keep &lt;/b> as it is.';
    expect(proposalOf(fenced(neutralise(text)))).toEqual({ ok: true, value: text });
  });

  it.each([
    ['without a fence', 'Add carefully.'],
    ['with a fence inside a line only', 'Put it in ``` please.'],
    ['on one line', '```Add carefully.```'],
    ['with an empty fence', '```\n \n```'],
    ['with a fence that never closes', '```\nAdd carefully.'],
    ['with code that never closes', '```\nAdd.\n```python\nx = 1\n```'],
    ['that ends by opening code', 'First\n```\nAdd.\n```python'],
    ['that is empty', ''],
  ])('refuses a reply %s', (_name, reply) => {
    expect(proposalOf(reply).ok).toBe(false);
  });
});

describe('the published reader', () => {
  it('takes something out of every reply, also where ours refuses', () => {
    expect(peerInstructionOf('no fence at all ')).toBe('no fence at all');
    expect(peerInstructionOf('```text\ncut off here')).toBe('cut off here');
    expect(peerInstructionOf('```')).toBe('');
    expect(peerInstructionOf(' ```\nA')).toBe('```\nA');
    expect(peerInstructionOf('```A\n```')).toBe('');
  });

  it('agrees with ours on a plain fenced text', () => {
    const words = fc.array(fc.stringMatching(/^[a-z][a-z ]{0,20}$/), { minLength: 1 });
    fc.assert(
      fc.property(words, (lines) => {
        const reply = fenced(lines.join('\n'));
        expect(proposalOf(reply)).toEqual({ ok: true, value: peerInstructionOf(reply) });
      }),
    );
  });
});
