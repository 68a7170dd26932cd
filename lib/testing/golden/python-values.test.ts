import { describe, expect, it } from 'vitest';
import { pythonInt, pythonText, pythonTruth, pythonWords } from './python-values';

describe('values that Python read from JSON', () => {
  it('have the text that str() gives', () => {
    const values = [null, true, 5, 1.5, 'a', ['q', null], { k: "it's" }, []];
    expect(values.map(pythonText)).toEqual([
      'None',
      'True',
      '5',
      '1.5',
      'a',
      "['q', None]",
      "{'k': \"it's\"}",
      '[]',
    ]);
  });

  it('are false when nothing, zero or empty', () => {
    expect([null, 0, '', [], {}, false].map(pythonTruth)).not.toContain(true);
    expect([1, '0', [0], { k: 0 }, true].map(pythonTruth)).not.toContain(false);
  });

  it('are cut to whole numbers, and refused where int() raises', () => {
    expect([2.7, -2.7, '2', ' +3 ', '1_0', true].map(pythonInt)).toEqual([2, -2, 2, 3, 10, 1]);
    expect([null, '2.5', 'x', '', '_1', [1]].map(pythonInt)).toEqual(Array(6).fill(undefined));
  });

  it('fall into words at white space as Python knows it', () => {
    expect(pythonWords('  Code\u00a0Snippets\u001c x ')).toEqual(['Code', 'Snippets', 'x']);
    expect(pythonWords('\ufeffx')).toEqual(['\ufeffx']);
    expect(pythonWords(' \t')).toEqual([]);
  });
});
