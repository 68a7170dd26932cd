import type pg from 'pg';
import type { AssembledTrace, TraceScore } from '@/lib/domain/collected-trace';
import { storableText } from '@/lib/domain/storable-text';
import type { TraceSummary } from '@/lib/domain/trace-summary';
import { isAgentStep } from '@/lib/domain/trajectory';
import { joinOutcomes } from './exposure-outcomes';
import { inTransaction } from './in-transaction';
import { type KeptTrace, keepTraceRows, type TraceOrigin } from './trace-rows';
import { keepTraceScores } from './trace-scores';
import { packTrajectory, storeTrajectories } from './trajectories';

/** Traces with their trajectories and scores, many in one transaction. Storing the same again changes nothing. */
export interface NewTrace {
  readonly workspaceId: string;
  readonly trace: Pick<AssembledTrace, 'trajectory' | 'scores'>;
  readonly summary: TraceSummary;
  readonly state: 'open' | 'complete';
  /** Compressed size of its parts; null = it has none, and its trajectory counts. */
  readonly bytes: number | null;
  readonly receivedAt: Date;
}

/** `also` is part of the transaction. Those that were written are given back; the others had a newer row. */
export async function storeTraces(
  pool: pg.Pool,
  traces: readonly NewTrace[],
  origin: TraceOrigin,
  also: (client: pg.PoolClient) => Promise<void> = async () => undefined,
): Promise<readonly KeptTrace[]> {
  const packed = await Promise.all(traces.map(({ trace }) => packTrajectory(trace.trajectory)));
  const all = traces.flatMap((given, index) => {
    const body = packed[index];
    return body === undefined ? [] : [{ ...given, packed: body }];
  });
  const withSteps = all.filter(({ summary }) => summary.steps > 0);
  const exposures = all.flatMap(({ workspaceId, summary: { exposureId } }) =>
    exposureId === null ? [] : [{ workspaceId, exposureId }],
  );
  const stored = await inTransaction(pool, async (client) => {
    await storeTrajectories(
      client,
      withSteps.map((one) => ({
        ...{ workspaceId: one.workspaceId, ...one.packed },
        ...{ steps: one.summary.steps, toolErrors: toolErrorsOf(one.trace) },
      })),
    );
    const kept = await keepTraceRows(client, all.map(rowOf), origin);
    await keepTraceScores(client, all.flatMap(scoresOf));
    await joinOutcomes(client, exposures);
    await also(client);
    return kept;
  });
  // Outcomes may have been committed meanwhile.
  await joinOutcomes(pool, exposures);
  return stored;
}

function rowOf({ summary, packed, bytes, ...rest }: NewTrace & { packed: { hash: string; body: Buffer } }) {
  const { startedAtMs, ...columns } = summary;
  return {
    ...columns,
    workspaceId: rest.workspaceId,
    state: rest.state,
    startedAt: startedAtMs === null ? rest.receivedAt : new Date(startedAtMs),
    trajectoryHash: summary.steps > 0 ? packed.hash : null,
    bytes: bytes ?? packed.body.byteLength,
    receivedAt: rest.receivedAt,
  };
}

function scoresOf({ workspaceId, summary, trace }: NewTrace) {
  return trace.scores.map((score: TraceScore) => ({
    ...{ ...score, workspaceId, traceId: summary.id, userId: null },
    name: storable(score.name, 200) ?? '',
    label: storable(score.label, 200),
    explanation: storable(score.explanation, 4_000),
  }));
}

const storable = (text: string | null, max: number) => (text === null ? null : storableText(text, max));

function toolErrorsOf({ trajectory }: NewTrace['trace']): number {
  const results = trajectory.steps.flatMap((step) => (isAgentStep(step) ? step.results : []));
  return results.filter(({ isError }) => isError).length;
}
