import type { ApiKeyView } from '@/lib/contracts/keys';
import type { KeyScope } from '@/lib/domain/actor';

/** Keys that do one thing and nothing else: a runner's leases rollouts, an exporter's sends traces. */
export const RUNNER_RIGHTS = 'runner';
export const TRACE_RIGHTS = 'traces';

const WORDS: Readonly<Record<string, string>> = {
  'rollouts:run': RUNNER_RIGHTS,
  'traces:write': TRACE_RIGHTS,
} satisfies Record<KeyScope, string>;

/** Permissions of a key of the workspace. */
export const rightsOfKey = ({ role, scopes }: Pick<ApiKeyView, 'role' | 'scopes'>): string =>
  scopes.length === 0 ? role : scopes.map((scope) => WORDS[scope] ?? scope).join();
