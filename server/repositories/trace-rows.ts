import type pg from 'pg';
import type { TraceSummary } from '@/lib/domain/trace-summary';
import type { TraceKey } from './trace-parts';

/** Rows of traces, each written whole: a trace that is assembled again replaces its row, its scores stay. */
export interface TraceRow extends Omit<TraceSummary, 'startedAtMs'> {
  readonly workspaceId: string;
  readonly state: 'open' | 'complete';
  readonly startedAt: Date;
  readonly trajectoryHash: string | null;
  /** Compressed size of its parts. */
  readonly bytes: number;
  readonly receivedAt: Date;
}

/** Pages of a workspace hear by it that traces were added or changed; the payload is the workspace. */
export const TRACE_CHANNEL = 'waggle_traces';

const KEY = ['workspaceId', 'id'];
const WRITTEN_ONCE = ['receivedAt'];
const REPLACED = [
  ...['source', 'state', 'service', 'name', 'agentName', 'models', 'tools', 'promptName', 'promptVersion'],
  ...[
    'sessionId',
    'userId',
    'exposureId',
    'task',
    'output',
    'error',
    'startedAt',
    'durationMs',
    'steps',
    'modelCalls',
  ],
  ...['toolCalls', 'toolErrors', 'tokensIn', 'tokensOut', 'costUsd', 'trajectoryHash', 'taskHash', 'unread'],
  'bytes',
];
const columns = [...KEY, ...WRITTEN_ONCE, ...REPLACED].map((name) => `"${name}"`).join(', ');

/**
 * Parts are only added, so the reading with fewer bytes is the older one and is dropped. What was received goes before a
 * file that holds the same trace.
 */
const REPLACES = {
  parts: 'trace.bytes <= EXCLUDED.bytes OR trace.source <> EXCLUDED.source',
  file: `NOT EXISTS (
    SELECT FROM "TracePart" AS part WHERE part."workspaceId" = trace."workspaceId" AND part."traceId" = trace.id)`,
} as const;
export type TraceOrigin = keyof typeof REPLACES;

const keepOf = (origin: TraceOrigin) => `
  INSERT INTO "Trace" AS trace (${columns}, "assembledAt")
  SELECT ${columns}, now() FROM jsonb_populate_recordset(NULL::"Trace", $1::jsonb) ORDER BY "workspaceId", id
  ON CONFLICT ("workspaceId", id) DO UPDATE SET "assembledAt" = now(),
    ${REPLACED.map((name) => `"${name}" = EXCLUDED."${name}"`).join(', ')}
  WHERE ${REPLACES[origin]}
  RETURNING "workspaceId", id AS "traceId", xmax = 0 AS "isNew"`;

export interface KeptTrace extends TraceKey {
  readonly isNew: boolean;
}

/** Keys of the rows that were written; the others had a better row already. */
export async function keepTraceRows(
  client: Pick<pg.Pool, 'query'>,
  rows: readonly TraceRow[],
  origin: TraceOrigin,
): Promise<readonly KeptTrace[]> {
  const kept = await client.query<KeptTrace>(keepOf(origin), [JSON.stringify(rows)]);
  const workspaces = [...new Set(kept.rows.map(({ workspaceId }) => workspaceId))];
  await client.query('SELECT pg_notify($1, workspace) FROM unnest($2::text[]) AS workspace', [
    TRACE_CHANNEL,
    workspaces,
  ]);
  return kept.rows;
}
