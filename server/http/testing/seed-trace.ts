import type { TraceEvaluator } from '@/lib/domain/trace-scoring';
import { longTrajectory } from '@/lib/testing/builders/long-trajectory';
import { summariseTrace } from '@/lib/traces/summarise-trace';
import { db } from '@/server/db/client';
import { ledgerPool } from '@/server/ledger/pool';
import { storeTraces } from '@/server/repositories/store-traces';
import { createTraceSample } from '@/server/repositories/trace-samples';
import { createTraceScoring } from '@/server/repositories/trace-scorings';
import type { TestApi } from './test-api';

/** A collected trace, a sample and a scoring of it, for requests to name. */
export async function seedTrace({ workspaceId }: TestApi, made: number) {
  const traceId = `trace-${made}`;
  const trace = {
    ...{ id: traceId, source: 'messages' as const, trajectory: longTrajectory({ agentSteps: 12 }) },
    ...{ isComplete: true, service: 'desk', name: '', sessionId: null, userId: null, prompt: null },
    exposureId: null,
    ...{ task: 'How many legs?', output: 'Six.', startMs: 0, endMs: 1_000, error: null },
    ...{ scores: [], unread: {} },
  };
  const row = { workspaceId, trace, summary: summariseTrace(trace), state: 'complete' as const };
  await storeTraces(ledgerPool(), [{ ...row, bytes: null, receivedAt: new Date() }], 'file');
  const item = { id: traceId, task: trace.task, taskHash: row.summary.taskHash, trajectoryHash: null };
  const traceSampleId = `tsm_${made}`;
  const counts = { matched: 1, unjudged: 0, doubles: 0, drawn: 1, strata: [] };
  const sample = { id: traceSampleId, workspaceId, filter: {}, seed: made, counts, createdBy: 'test' };
  const items = [{ ...item, output: trace.output, score: 1, feedback: '' }];
  await db().$transaction((tx) => createTraceSample(tx, { ...sample, items }));
  const scoringId = `tsc_${made}`;
  const evaluator: TraceEvaluator = {
    ...{ experimentId: 'exp_1', taskId: 'tsk_1', kind: 'http', name: 'Answers', judge: null },
    scoring: { kind: 'http', url: 'https://evaluator.example.com/score', header: null, timeoutSeconds: 30 },
  };
  const scoring = { ...{ id: scoringId, workspaceId, purpose: 'score' as const, evaluator }, filter: {} };
  await db().$transaction((tx) =>
    createTraceScoring(tx, {
      ...{ ...scoring, usdMax: null, startedBy: 'test', items: [{ traceId, reference: null }] },
    }),
  );
  return { traceId, traceSampleId, scoringId };
}
