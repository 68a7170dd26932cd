import { describe, expect, it } from 'vitest';
import { AppError } from '@/lib/errors/app-error';
import { knownSentence } from './known-sentence';

/** As the database client throws it: with the code around the call. */
const raw = (code: string) =>
  Object.assign(
    new Error('\nInvalid `db().run.count()` invocation in\n/srv/x.ts:24:41\n\n  21 try {\n→ 24 count('),
    {
      code: 'P2010',
      meta: { driverAdapterError: { cause: { originalCode: code } } },
    },
  );

describe('what a command says of an error', () => {
  it.each([
    ['a database that is away', raw('57P01')],
    ['a full disk', raw('53100')],
    ['a fault of ours', new AppError('CONFIG_INVALID', 'Port 3000 is taken.')],
  ])('of %s is one line without code', (_what, error) => {
    expect(knownSentence(error)).toMatch(/^[^\n`]+\.$/);
  });

  it('of anything else is nothing, so that the error itself is shown', () => {
    expect(knownSentence(raw('42601'))).toBeNull();
  });
});
