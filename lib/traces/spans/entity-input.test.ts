import { describe, expect, it } from 'vitest';
import { entityInput } from './entity-input';

const given = (input: object) => entityInput({ 'traceloop.entity.input': JSON.stringify(input) });

describe('the input of a function that OpenLLMetry wraps', () => {
  it('is its only argument or its named ones, and none where it took none', () => {
    expect(given({ args: [], kwargs: {} })).toBeUndefined();
    expect(given({ args: ['How warm?'], kwargs: {} })).toBe('How warm?');
    expect(given({ args: [], kwargs: { question: 'How warm?' } })).toEqual({ question: 'How warm?' });
    expect(entityInput({})).toBeUndefined();
  });

  it('stays as written where it is several arguments, or no envelope', () => {
    const several = { args: [1, 2], kwargs: {} };
    expect(given(several)).toBe(JSON.stringify(several));
    expect(entityInput({ 'traceloop.entity.input': 'How warm?' })).toBe('How warm?');
  });
});
