'use client';

import { useQuery } from '@tanstack/react-query';
import { getProviders, signIn } from 'next-auth/react';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { AccountFrame } from './account-frame';

const WRONG =
  'E-mail and password do not fit together. After five wrong tries the door stays shut for a minute.';
const NO_ANSWER = 'The server did not answer. Check that Waggle is running, then try again.';
const REFUSED = 'You could not be signed in. Ask an owner whether you were invited with this e-mail.';

export function SignInView({ target, failed }: { target: string; failed: boolean }) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState(failed ? REFUSED : null);
  const others = useQuery({
    queryKey: ['sign-in-providers'],
    queryFn: getProviders,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const oidc = others.data?.oidc;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFault(null);
    try {
      const answer = await signIn('credentials', {
        email: String(form.get('email')),
        password: String(form.get('password')),
        redirect: false,
      });
      if (answer?.ok) {
        window.location.assign(target);
        return;
      }
      setFault(answer?.status === 401 ? WRONG : NO_ANSWER);
    } catch (cause) {
      setFault(cause instanceof TypeError ? NO_ANSWER : WRONG);
    }
    setBusy(false);
  };

  return (
    <AccountFrame
      title="Sign in to Waggle"
      lead="The first start printed an e-mail and a password in its terminal; an owner gives everybody else theirs."
    >
      <form onSubmit={submit} method="post" className="flex flex-col gap-4">
        {fault ? (
          <Notice tone="bad" urgent>
            {fault}
          </Notice>
        ) : null}
        <Field id="email" label="E-mail">
          {(control) => (
            <Input {...control} name="email" type="email" autoComplete="username" required autoFocus />
          )}
        </Field>
        <Field id="password" label="Password">
          {(control) => (
            <Input {...control} name="password" type="password" autoComplete="current-password" required />
          )}
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          Sign in
        </Button>
        {oidc ? (
          <Button size="lg" onClick={() => signIn('oidc', { callbackUrl: target })}>
            Sign in with {oidc.name}
          </Button>
        ) : null}
      </form>
    </AccountFrame>
  );
}
