import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scoreTracesBody } from '@/lib/contracts/trace-scoring-shapes';
import { type LoopbackServer, openLoopbackServer } from '@/server/adapters/testing/loopback-server';
import { forgetConfig } from '@/server/config/config';
import { db } from '@/server/db/client';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { scoreTraces } from '@/server/services/traces/score-traces';
import { getTraceScoring } from '@/server/services/traces/trace-scorings';
import { addTrace, experimentScoredBy } from './testing/scoring-lab';

/** A worker that is killed amid a scoring, in a process of its own. */
const TRACES = 30;
/** Answers before the evaluator falls silent. */
const ANSWERED = 11;

let lab: PracticeLab;
let evaluator: LoopbackServer;
let worker: ChildProcess | undefined;
let isSilent = true;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 2, heldOut: 2, timeScale: null });
  evaluator = await openLoopbackServer((_, response, count) => {
    if (count <= ANSWERED || !isSilent) response.end('{"score": 0.5}');
  });
  process.env.WAGGLE_ALLOWED_ADDRESSES = new URL(evaluator.url).host;
  forgetConfig();
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  delete process.env.WAGGLE_ALLOWED_ADDRESSES;
  forgetConfig();
  await evaluator.close();
  await lab.close();
});

function startCarrier(): ChildProcess {
  const carrier = new URL('../testing/carry-scorings-alone.ts', import.meta.url);
  return spawn(process.execPath, ['--import', 'tsx', fileURLToPath(carrier)], {
    env: { ...process.env },
    stdio: 'ignore',
  });
}

describe('a scoring whose worker is killed', () => {
  it('is continued by another worker, which asks for no trace that has its score', async () => {
    for (let index = 0; index < TRACES; index += 1) await addTrace(lab, `t-${index}`);
    const scoring = { kind: 'http', url: evaluator.url, header: null, timeoutSeconds: 600 } as const;
    const experimentId = await experimentScoredBy(lab, scoring);
    const body = scoreTracesBody.parse({ experimentId, filter: {} });
    const { id: scoringId } = await scoreTraces(lab.actor, body);
    const read = () => getTraceScoring(lab.actor, { scoringId });

    worker = startCarrier();
    const soon = { interval: 20 };
    await expect.poll(async () => (await read()).scored, soon).toBe(ANSWERED);
    await expect.poll(() => evaluator.asked.length, soon).toBe(ANSWERED + 8);
    worker.kill('SIGKILL');
    await new Promise((resolve) => worker?.once('exit', resolve));
    const scoredBefore = new Set((await db().traceScore.findMany()).map(({ traceId }) => traceId));
    expect(scoredBefore.size).toBe(ANSWERED);
    const heldBefore = evaluator.asked.slice(ANSWERED).map(keyOf);

    isSilent = false;
    // The clock is moved: its last sign of life is long ago.
    await db().traceScoring.updateMany({ data: { touchedAt: new Date(Date.now() - 60_000) } });
    worker = startCarrier();
    await expect.poll(async () => (await read()).state, { interval: 50 }).toBe('finished');
    expect(await read()).toMatchObject({ planned: TRACES, scored: TRACES, failed: 0, calls: TRACES });
    const later = evaluator.asked.slice(ANSWERED + 8);
    expect(later.filter(({ body: { question } }) => scoredBefore.has(question.replace('Task ', '')))).toEqual(
      [],
    );
    expect(later).toHaveLength(TRACES - ANSWERED);
    // Calls that were in flight are sent again under their keys, so that an evaluator may know them.
    expect(later.map(keyOf)).toEqual(expect.arrayContaining(heldBefore));
    expect(await db().traceScore.count()).toBe(TRACES);
  });
});

const keyOf = ({ headers }: LoopbackServer['asked'][number]) => headers['idempotency-key'];
