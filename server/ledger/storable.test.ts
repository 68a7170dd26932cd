import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storable } from './storable';

describe('storable values', () => {
  it('hold neither NUL nor half a surrogate pair, at any depth and in names', () => {
    const torn = {
      'a\u0000': ['x\ud83d', { deep: '\udc1d!' }],
      whole: '🐝',
      none: undefined,
      n: 1.5,
      no: null,
    };
    expect(storable(torn)).toEqual({
      'a\ufffd': ['x\ufffd', { deep: '\ufffd!' }],
      whole: '🐝',
      n: 1.5,
      no: null,
    });
  });

  it('leave well-formed values as they are', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        fc.pre(!JSON.stringify(value).includes('\\u0000') && !/\\ud[89a-f]/i.test(JSON.stringify(value)));
        expect(JSON.stringify(storable(value))).toBe(JSON.stringify(value));
      }),
    );
  });
});
