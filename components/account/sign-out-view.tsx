'use client';

import { useMutation } from '@tanstack/react-query';
import { ApiProblem, callApi } from '@/components/api/client';
import { tellProblem } from '@/components/api/tell-problem';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { signOut } from '@/lib/contracts/people';
import { AccountFrame } from './account-frame';

export function SignOutView() {
  const leave = useMutation({
    mutationFn: (everywhere: boolean) => callApi(signOut, { body: { everywhere } }).catch(unlessSignedOut),
    onSuccess: () => window.location.assign('/sign-in'),
    onError: tellProblem,
  });
  const busyWith = leave.isPending ? leave.variables : null;
  return (
    <AccountFrame title="Sign out?" lead="Your runs continue.">
      <div className="flex flex-col gap-2">
        <Button
          variant="primary"
          size="lg"
          busy={busyWith === false}
          disabled={busyWith !== null}
          onClick={() => leave.mutate(false)}
        >
          Sign out
        </Button>
        <Button
          size="lg"
          busy={busyWith === true}
          disabled={busyWith !== null}
          onClick={() => leave.mutate(true)}
        >
          Sign out everywhere
        </Button>
        <Button asChild size="lg">
          <Link href="/">Stay signed in</Link>
        </Button>
      </div>
    </AccountFrame>
  );
}

/** A session that has ended already needs no ending. */
function unlessSignedOut(error: unknown): void {
  if (!(error instanceof ApiProblem) || error.problem.status !== 401) throw error;
}
