import { describe, expect, it } from 'vitest';
import { shortcutsOf } from './page-shortcuts';

const keysOn = (pathname: string) => shortcutsOf(pathname).flatMap(({ keys }) => keys);

describe('the sheet of shortcuts', () => {
  it('tells what works on a page and nothing that does not', () => {
    expect(keysOn('/runs')).toEqual(['j', 'k', 'Enter', 'x', 'Shift', 'X', 'c', 'd']);
    expect(keysOn('/runs/run_1')).toEqual(['c', 'd']);
    expect(keysOn('/jobs')).toEqual(['j', 'k', 'Enter']);
    expect(keysOn('/search')).toEqual(['j', 'k', 'Enter']);
    expect(keysOn('/')).toEqual([]);
  });
});
