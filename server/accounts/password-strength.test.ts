import { describe, expect, it } from 'vitest';
import { AppError } from '@/lib/errors/app-error';
import { generatePassword } from './password';
import { assertStrongPassword } from './password-strength';

const refused = (password: string, personal: readonly string[] = []) =>
  assertStrongPassword({ password, personal, field: 'newPassword' }).then(
    () => null,
    (error: unknown) => AppError.is(error, 'INPUT_INVALID') && error.fields[0]?.path,
  );

describe('a chosen password', () => {
  it('is refused where it is short, common, a repetition, a row of keys or too long', async () => {
    for (const weak of ['aB3$x9!', 'password1234', 'aaaaaaaaaaaaaaaa', 'qwertyuiop12', 'P@ssw0rd2024!'])
      expect([weak, await refused(weak)]).toEqual([weak, 'newPassword']);
    expect(await refused('x'.repeat(201))).toBe('newPassword');
  });

  it('is refused where it is made of the person’s own name or address', async () => {
    const password = 'marlenequist7';
    expect(await refused(password)).toBeNull();
    expect(await refused(password, ['marlenequist@example.com', 'Marlene Quist'])).toBe('newPassword');
  });

  it('is taken where it is a phrase, and every generated one is', async () => {
    expect(await refused('correct horse battery staple')).toBeNull();
    for (let n = 0; n < 20; n += 1) expect(await refused(generatePassword())).toBeNull();
  });
});
