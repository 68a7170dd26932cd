import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Components, componentsOf, textOfComponents, WHOLE_TEXT, withTexts } from './components';

const line = fc.oneof(
  fc.string(),
  fc.constantFrom('<<component a>>', '\\<<component a>>', '\\\\<<component b>>', '', '<<component >>', ' '),
);
const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));
const name = fc.string({ minLength: 1 }).filter((one) => !one.includes('\n'));
const several: fc.Arbitrary<Components> = fc
  .uniqueArray(fc.tuple(name, text), { minLength: 1, maxLength: 5, selector: ([key]) => key })
  .map((entries) => new Map(entries));

describe('the components of a candidate', () => {
  it('come back as they were, in their order, from one text', () => {
    const any = fc.oneof(
      several,
      text.map((whole) => new Map([[WHOLE_TEXT, whole]])),
    );
    fc.assert(
      fc.property(any, (components) => {
        expect([...componentsOf(textOfComponents(components))]).toEqual([...components]);
      }),
    );
  });

  it('are one, the text itself, where a text opens with no component', () => {
    fc.assert(
      fc.property(fc.string(), (whole) => {
        fc.pre(!whole.startsWith('<<component ') && !whole.startsWith('\\'));
        expect([...componentsOf(whole)]).toEqual([[WHOLE_TEXT, whole]]);
        expect(textOfComponents(componentsOf(whole))).toBe(whole);
      }),
    );
  });

  it('are sections, each opened by its own line', () => {
    const candidate = '<<component solver>>\nSolve it.\n<<component checker>>\nCheck it.\nTwice.';
    expect([...componentsOf(candidate)]).toEqual([
      ['solver', 'Solve it.'],
      ['checker', 'Check it.\nTwice.'],
    ]);
    const changed = withTexts(
      componentsOf(candidate),
      new Map([
        ['solver', 'Think.'],
        ['unknown', 'x'],
      ]),
    );
    expect(textOfComponents(changed)).toBe(
      '<<component solver>>\nThink.\n<<component checker>>\nCheck it.\nTwice.',
    );
  });

  it('are not read from a text that names one twice, so that no text is dropped', () => {
    const twice = '<<component a>>\nx\n<<component a>>\ny';
    expect([...componentsOf(twice)]).toEqual([[WHOLE_TEXT, twice]]);
  });

  it('need a name each, unless there is only one', () => {
    expect(() => textOfComponents(new Map())).toThrow('a name of its own');
    expect(() => textOfComponents(new Map([['a\nb', 'x']]))).toThrow('a name of its own');
    expect(() =>
      textOfComponents(
        new Map([
          [WHOLE_TEXT, 'x'],
          ['a', 'y'],
        ]),
      ),
    ).toThrow('a name of its own');
  });
});
