import { describe, expect, it } from 'vitest';
import { bytesText } from './bytes-text';

describe('a size in words', () => {
  it('has the largest unit of which there is one, with a decimal while it is small', () => {
    const sizes = [0, 640_000, 1_500_000, 50_000_000, 2_400_000_000];
    expect(sizes.map(bytesText)).toEqual(['0 kB', '640 kB', '1.5 MB', '50 MB', '2.4 GB']);
  });
});
