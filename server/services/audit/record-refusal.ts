import type { Actor } from '@/lib/domain/actor';
import { db } from '@/server/db/client';
import { logOf } from '@/server/observability/log';
import { metrics } from '@/server/observability/metrics';
import { recordAudit } from './record-audit';

/**
 * Records that a rule refused a request. Nothing was changed, so there is no transaction to join, and no caller
 * waits: the refusal is answered whether or not the database accepts the entry. An entry that cannot be written is
 * logged and counted. Knows no prompt and no input, only who, which rule and what was asked for.
 */
export interface RefusalRaised {
  readonly rule: string;
  readonly code: string;
  /** The API's name for what was asked. */
  readonly operation: string;
}

const open = new Set<Promise<void>>();

/** The refused actor: of a request, or of an earlier request that the queue carries out. */
export interface Refused extends Pick<Actor, 'workspaceId' | 'name'> {
  readonly via: Actor['via'] | 'queue';
}

export function recordRefusal(actor: Refused, { rule, code, operation }: RefusalRaised): void {
  const written = recordAudit(db(), actor, 'refusal.raised', rule, { code, operation, via: actor.via })
    .catch((err: unknown) => {
      metrics().refusalsUnrecorded.inc();
      logOf('audit').warn({ err, rule, code, operation }, 'a refusal could not be written down');
    })
    .finally(() => open.delete(written));
  open.add(written);
}

/** For who is about to leave, and closes the database behind. */
export async function refusalsRecorded(): Promise<void> {
  await Promise.all(open);
}
