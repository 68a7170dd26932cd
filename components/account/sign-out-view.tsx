'use client';

import { signOut } from 'next-auth/react';
import { useState } from 'react';
import { tellProblem } from '@/components/api/tell-problem';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { AccountFrame } from './account-frame';

export function SignOutView() {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await signOut({ redirect: false });
      window.location.assign('/sign-in');
    } catch (cause) {
      setBusy(false);
      tellProblem(cause);
    }
  };
  return (
    <AccountFrame title="Sign out?" lead="Runs go on without you.">
      <div className="flex flex-col gap-2">
        <Button variant="primary" size="lg" busy={busy} onClick={leave}>
          Sign out
        </Button>
        <Button asChild size="lg">
          <Link href="/">Stay</Link>
        </Button>
      </div>
    </AccountFrame>
  );
}
