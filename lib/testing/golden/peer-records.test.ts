import { describe, expect, it } from 'vitest';
import { renderRecords } from './peer-records';

describe('rendering records', () => {
  it('numbers them and gives each field a header and an empty line', () => {
    const records = [{ Question: ' What? \n', Answer: '42' }, { Question: 'Why?' }];
    expect(renderRecords(records)).toBe(
      '# Example 1\n## Question\nWhat?\n\n## Answer\n42\n\n\n\n# Example 2\n## Question\nWhy?\n\n',
    );
  });

  it('goes one header down a level, to six, and names the items of a list', () => {
    expect(renderRecords([{ a: { b: { c: { d: { e: { f: 'deep' } } } } } }])).toBe(
      '# Example 1\n## a\n### b\n#### c\n##### d\n###### e\n###### f\ndeep\n\n',
    );
    expect(renderRecords([{ list: ['x', { y: 'z' }] }])).toBe(
      '# Example 1\n## list\n### Item 1\nx\n\n### Item 2\n#### y\nz\n\n',
    );
  });

  it('spells what is no text as the published code does, and leaves a line for what is empty', () => {
    expect(renderRecords([{ a: true, b: false, c: null, d: 1.5, e: [], f: {} }])).toBe(
      '# Example 1\n## a\nTrue\n\n## b\nFalse\n\n## c\nNone\n\n## d\n1.5\n\n## e\n\n## f\n\n',
    );
    expect(renderRecords([])).toBe('');
  });
});
