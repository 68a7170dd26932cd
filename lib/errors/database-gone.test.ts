import { describe, expect, it } from 'vitest';
import { AppError } from './app-error';
import { isDatabaseGone } from './database-gone';

describe('isDatabaseGone', () => {
  it.each([
    ['a refused socket', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    [
      'a server that starts',
      Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
    ],
    ['several refused sockets', Object.assign(new AggregateError([{ code: 'ECONNREFUSED' }]), {})],
    ['a client that wraps it as a cause', new Error('query failed', { cause: { code: '08006' } })],
    [
      'a client that names the code in its words only',
      Object.assign(new Error('Database error. Code: `57P03`. Message: `not yet accepting`'), {
        code: 'P2010',
      }),
    ],
    [
      'a client that keeps it in its details',
      { code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: '57P01' } } } },
    ],
    ['a connection that hangs', new Error('Query read timeout')],
    ['a pool that gets no connection', new Error('timeout exceeded when trying to connect')],
    ['our own word for it', new AppError('DATABASE_UNAVAILABLE', 'The database does not answer.')],
  ])('recognises %s', (_name, error) => {
    expect(isDatabaseGone(error)).toBe(true);
  });

  it.each([
    ['a broken rule of the database', { code: '23505' }],
    ['a fault of ours', new AppError('INPUT_INVALID', 'No.')],
    ['an error without a code', new Error('no')],
    ['nothing', null],
  ])('does not take %s for it', (_name, error) => {
    expect(isDatabaseGone(error)).toBe(false);
  });

  it('ends on errors that are their own cause', () => {
    const error: { cause?: unknown } = {};
    error.cause = error;
    expect(isDatabaseGone(error)).toBe(false);
  });
});
