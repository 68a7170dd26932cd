import type pg from 'pg';
import type { RolloutLimits } from '@/lib/domain/agent';
import type { JsonValue } from '@/lib/domain/json';
import type { CallStatus } from '@/lib/domain/model-call';
import type { Dialect } from '@/lib/domain/trajectory';
import type { AttemptName } from './rollouts';

/**
 * Model calls of agents. A call is written before it is sent upstream, with the most that it can take, and completed when
 * it ends: what a crash leaves behind is charged at that reservation, never forgotten.
 */

/** Why a call was not answered: the limit that it would pass, or what failed. */
export type CallFault =
  | keyof RolloutLimits
  | 'ended'
  | 'unsigned'
  | 'badRequest'
  | 'provider'
  | 'leftByAgent';

export interface CallCost {
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensCached: number;
  /** Null = the model has no price. */
  readonly costUsd: number | null;
  readonly countedBy: 'proxy' | 'reservation';
}

export interface NewCall extends AttemptName, CallCost {
  readonly ordinal: number;
  readonly dialect: Dialect;
  readonly digest: string;
  readonly retryOf: number | null;
  /** `sent`, or the end of a call that is never sent. */
  readonly status: Extract<CallStatus, 'sent' | 'refused' | 'stray'>;
  readonly httpStatus: number | null;
  readonly fault: CallFault | null;
  readonly startedAt: Date;
  readonly asked: Readonly<Record<string, JsonValue>>;
  readonly sent: Readonly<Record<string, JsonValue>>;
  readonly request: Buffer;
}

export interface EndedCall extends AttemptName, CallCost {
  readonly ordinal: number;
  readonly status: Extract<CallStatus, 'answered' | 'cut' | 'failed' | 'stray'>;
  readonly httpStatus: number | null;
  readonly fault: CallFault | null;
  readonly endedAt: Date;
  readonly firstByteMs: number | null;
  readonly delayMs: number;
  /** Null = no reply that could be read. */
  readonly reply: Buffer | null;
}

export type CallRow = Omit<NewCall, 'status' | 'request'> &
  Omit<EndedCall, 'status' | 'endedAt' | 'delayMs'> & {
    readonly status: CallStatus;
    readonly endedAt: Date | null;
    readonly delayMs: number | null;
    /** Null once the trajectory is stored. */
    readonly request: Buffer | null;
  };

/** In the order of their arrival. */
export async function readCalls(pool: pg.Pool, { id, attempt }: AttemptName): Promise<readonly CallRow[]> {
  const { rows } = await pool.query<CallRow>(
    `SELECT "rolloutId" AS id, attempt, ordinal, dialect, digest, "retryOf", status, "httpStatus", fault, "startedAt",
       "endedAt", "firstByteMs", "delayMs", asked, sent, "tokensIn", "tokensOut", "tokensCached", "costUsd",
       "countedBy", request, reply
     FROM "AgentCall" WHERE "rolloutId" = $1 AND attempt = $2 ORDER BY ordinal`,
    [id, attempt],
  );
  return rows;
}

/** Calls whose end is not known. */
export async function openCallCount(pool: pg.Pool, { id, attempt }: AttemptName): Promise<number> {
  const { rows } = await pool.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM "AgentCall" WHERE "rolloutId" = $1 AND attempt = $2 AND status = 'sent'`,
    [id, attempt],
  );
  return rows[0]?.open ?? 0;
}

/** Once the trajectory is stored, the bodies are not needed; what the calls cost stays. */
export async function dropCallBodies(pool: pg.Pool, { id, attempt }: AttemptName): Promise<void> {
  await pool.query(
    `UPDATE "AgentCall" SET request = NULL, reply = NULL WHERE "rolloutId" = $1 AND attempt = $2`,
    [id, attempt],
  );
}
