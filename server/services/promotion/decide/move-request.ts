import type { Mover } from '@/lib/canary/canary-moves';
import type { Actor } from '@/lib/domain/actor';
import type { CanaryPlan, VerdictKind } from '@/lib/domain/canary';
import type { CanaryMove } from '@/lib/domain/canary-state';
import type { Clock } from '@/lib/ports/clock';
import type { Prisma } from '@/server/db/generated/client';
import type { CanaryRow } from '@/server/repositories/canaries';

/** How a move of a canary is asked for, and by whom. Decides nothing. */

/** A requested move; the facts that the core needs with it (moments, ages of accounts, evidence) are read here. */
export type MoveRequest =
  | { readonly kind: 'amend'; readonly draft: Prisma.InputJsonObject; readonly challengerId: string }
  | { readonly kind: 'register'; readonly plan: CanaryPlan }
  | { readonly kind: 'judge'; readonly verdict: VerdictKind }
  | { readonly kind: 'approve'; readonly hash: string; readonly note?: string }
  | { readonly kind: 'requestChanges'; readonly note?: string }
  | {
      readonly kind: Exclude<
        CanaryMove['kind'],
        'amend' | 'register' | 'judge' | 'approve' | 'requestChanges'
      >;
    };

export interface MoveBy {
  readonly who: Mover;
  readonly clock: Clock;
  /** Shown in the history of the slot and in the audit log. */
  readonly reason?: string | undefined;
}

/** A move waits for the batch of outcomes that is being counted, which may take its time. */
export const MOVE_TRANSACTION = { timeout: 40_000, maxWait: 15_000 };

/** The worker signs with its name; it belongs to the workspace of what it moves. */
export function namedActor(
  { workspaceId }: Pick<CanaryRow, 'workspaceId'>,
  who: Mover,
): Pick<Actor, 'workspaceId' | 'name'> {
  return who === 'worker' ? { workspaceId, name: 'worker' } : who;
}
