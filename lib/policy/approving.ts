import type { Actor } from '@/lib/domain/actor';
import { APPROVAL_SIGN_IN_FRESH, APPROVER_WAS_THERE } from './rules/approval';
import { refusal } from './rules/rule';

/**
 * What an approval takes of the person who gives it, the same for a report and for a promotion (rulings C2). That it is
 * a person at all, and no author, is for the rules of what is approved. Knows no clock: times come in.
 */

/** Long enough to read a report after signing in, too short for another person who finds the browser open. */
export const SIGN_IN_FRESH_MS = 15 * 60_000;

/** @throws AppError SIGN_IN_STALE; also for a session from before sign-ins were timed. */
export function assertSignedInRecently({ signedInAtMs }: Pick<Actor, 'signedInAtMs'>, nowMs: number): void {
  const isFresh = signedInAtMs !== undefined && nowMs - signedInAtMs <= SIGN_IN_FRESH_MS;
  if (!isFresh) throw refusal(APPROVAL_SIGN_IN_FRESH);
}

/** When it was put forward for approval, and since when the account has been in the workspace. */
export interface AccountAge {
  readonly memberSinceMs: number;
  /** Null where nothing is put forward yet: every account is older than what is to come. */
  readonly putForwardAtMs: number | null;
}

export function wasThere({ memberSinceMs, putForwardAtMs }: AccountAge): boolean {
  return putForwardAtMs === null || memberSinceMs <= putForwardAtMs;
}

/** An account made for the purpose would let its maker approve alone. @throws AppError ACCOUNT_TOO_NEW */
export function assertWasThere(age: AccountAge): void {
  if (!wasThere(age)) throw refusal(APPROVER_WAS_THERE);
}
