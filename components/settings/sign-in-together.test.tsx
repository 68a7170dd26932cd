import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { SecretOnce } from '@/components/ui/secret-once';
import { signInTogether } from './sign-in-together';

afterEach(cleanup);

describe('the sign-in of a new person', () => {
  it('is one text with address, e-mail and password, shown next to the button that copies it', () => {
    const together = signInTogether('kim@example.com', 'six-word-secret');
    expect(together.text.split('\n').map((line) => line.slice(line.indexOf(' ') + 1))).toEqual([
      `${window.location.origin}/sign-in`,
      'kim@example.com',
      'six-word-secret',
    ]);
    render(
      <SecretOnce
        title="Kim"
        what="it"
        secret="six-word-secret"
        together={together}
        onClose={() => undefined}
      >
        Once.
      </SecretOnce>,
    );
    expect(screen.getByRole('button', { name: together.label })).toBeTruthy();
    expect(screen.getByTestId('secret').textContent).toBe('six-word-secret');
  });
});
