import type { PastAttempt } from '@/lib/domain/past-attempt';
import type { RolloutPurpose, RolloutStatus } from '@/lib/domain/rollout-order';

import { ledgerPool } from '@/server/ledger/pool';
import { type PageAsked, readCursor } from './keyset';

/** Past attempts of an agent by the index on agent and time. Figures read at most 1,000 rows, a list one page. */
const FIGURES_MAX = 1000;
const FIGURES_DAYS = 30;

const FIGURES = `
  SELECT status, fault, "agentVersion" AS version, "tokensIn" + "tokensOut" AS tokens, "tokensOut",
    "costUsd", "countedBy",
    extract(epoch FROM "startedAt")::float8 * 1000 AS "startedAtMs",
    extract(epoch FROM "endedAt")::float8 * 1000 AS "endedAtMs"
  FROM "Rollout" WHERE "workspaceId" = $1 AND "agentId" = $2 AND "startedAt" > now() - make_interval(days => $3)
  ORDER BY "startedAt" DESC LIMIT $4`;

export interface VersionedAttempt extends PastAttempt {
  readonly version: number;
  readonly tokensOut: number;
}

export async function readPastAttempts(
  workspaceId: string,
  agentId: string,
): Promise<readonly VersionedAttempt[]> {
  const values = [workspaceId, agentId, FIGURES_DAYS, FIGURES_MAX];
  return (await ledgerPool().query<VersionedAttempt>(FIGURES, values)).rows;
}

const LIST = `
  SELECT id, attempt, "agentVersion" AS version, purpose, status, fault->>'fault' AS fault,
    left(input->>'question', 200) AS question, "runId", "startedAt", "endedAt", "modelCalls",
    "tokensIn" + "tokensOut" AS tokens, "costUsd"
  FROM "Rollout" WHERE "workspaceId" = $1 AND "agentId" = $2
    AND ($3::timestamptz IS NULL OR ("startedAt", id || '.' || attempt) < ($3, $4))
  ORDER BY "startedAt" DESC, id || '.' || attempt DESC LIMIT $5`;

export interface ListedAttempt {
  readonly id: string;
  readonly attempt: number;
  readonly version: number;
  readonly purpose: RolloutPurpose;
  readonly status: RolloutStatus;
  readonly fault: string | null;
  readonly question: string;
  readonly runId: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly modelCalls: number;
  readonly tokens: number;
  readonly costUsd: number | null;
}

/** One row beyond the limit, for `cutPage`; a cursor names time, rollout and attempt. */
export async function listAttempts(
  workspaceId: string,
  { agentId, cursor, limit }: PageAsked & { readonly agentId: string },
): Promise<readonly ListedAttempt[]> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const values = [workspaceId, agentId, after?.createdAt ?? null, after?.id ?? null, limit + 1];
  return (await ledgerPool().query<ListedAttempt>(LIST, values)).rows;
}
