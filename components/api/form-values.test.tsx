import { describe, expect, it } from 'vitest';
import { passwordOf, textOf } from './form-values';

describe('values of a form', () => {
  it('are trimmed, but a password is what was typed: the sign-in takes it so', () => {
    const form = new FormData();
    form.set('name', ' Ada ');
    form.set('password', ' two spaces ');
    expect(textOf(form, 'name')).toBe('Ada');
    expect(passwordOf(form, 'password')).toBe(' two spaces ');
    expect(passwordOf(form, 'not there')).toBe('');
  });
});
