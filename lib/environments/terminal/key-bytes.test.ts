import { describe, expect, it } from 'vitest';
import { keyBytes } from './key-bytes';

describe('keystrokes', () => {
  it.each([
    ['C-c', '\x03'],
    ['C-d', '\x04'],
    ['M-x', '\x1bx'],
    ['Enter', '\r'],
    ['Up', '\x1b[A'],
    ['C-c\n', 'C-c\n'],
    ['ls -la\n', 'ls -la\n'],
    ['echo C-c\n', 'echo C-c\n'],
    ['', ''],
  ])('%j are typed as %j', (keystrokes, bytes) => {
    expect(keyBytes(keystrokes)).toBe(bytes);
  });
});
