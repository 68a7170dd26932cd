import type { ExecEnd } from '@/lib/ports/sandbox';

/**
 * Programs inside that run as another account than root: `setpriv` of the sandbox's own tree does the change, after its
 * own files have said which number a name has.
 */
export type Ask = (argv: readonly string[]) => Promise<ExecEnd>;

/** The program as that account, or the reason why it cannot be started. */
export async function asAccount(
  user: string | undefined,
  argv: readonly string[],
  /** Null where a sandbox has no account but root. */
  ask: Ask | null,
): Promise<readonly string[] | { readonly reason: string }> {
  if (user === undefined || user === 'root' || user === '0') return argv;
  if (ask === null)
    return { reason: 'A sandbox of a worker that is not root has no account but root: leave the user out.' };
  const end = await ask(['sh', '-c', 'id -u -- "$0" && id -g -- "$0" && command -v setpriv', user]);
  if (end.kind !== 'exited') return { reason: `The account "${user}" could not be looked up.` };
  const [uid, gid, setpriv] = end.stdout.split('\n');
  if (!uid || !gid) return { reason: `There is no account "${user}" in the sandbox.` };
  if (!setpriv)
    return { reason: 'The sandbox has no setpriv (package util-linux), which changes the account.' };
  return ['setpriv', '--reuid', uid, '--regid', gid, '--init-groups', '--', ...argv];
}
