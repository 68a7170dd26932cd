import type { ApiKeyView } from '@/lib/contracts/keys';

/** A key of a runner: it leases rollouts and does nothing else. */
export const RUNNER_RIGHTS = 'runner';

/** Permissions of a key of the workspace. */
export const rightsOfKey = ({ role, scopes }: Pick<ApiKeyView, 'role' | 'scopes'>): string =>
  scopes.length === 0
    ? role
    : scopes.map((scope) => (scope === 'rollouts:run' ? RUNNER_RIGHTS : scope)).join();
