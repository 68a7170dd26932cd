import { describe, expect, it } from 'vitest';
import { AppError } from './app-error';
import { isDatabaseGone } from './database-gone';
import { isDiskFull } from './disk-full';

describe('isDiskFull', () => {
  it.each([
    ['what Postgres answers', Object.assign(new Error('could not extend file'), { code: '53100' })],
    ['what the system answers', Object.assign(new Error('write'), { code: 'ENOSPC' })],
    [
      'a client that wraps it',
      { code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: '53100' } } } },
    ],
    ['a client that names it in its words only', new Error('Database error. Code: `53100`. Message: `x`')],
    ['our own word for it', new AppError('DISK_FULL', 'The disk is full.')],
  ])('recognises %s, which is no absent database', (_name, error) => {
    expect(isDiskFull(error)).toBe(true);
    expect(isDatabaseGone(error)).toBe(false);
  });

  it.each([
    ['too many connections', { code: '53300' }],
    ['a refused socket', { code: 'ECONNREFUSED' }],
    ['nothing', null],
  ])('does not take %s for it', (_name, error) => {
    expect(isDiskFull(error)).toBe(false);
  });
});
