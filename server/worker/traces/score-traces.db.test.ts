import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { scoreTracesBody, type TraceScoringView } from '@/lib/contracts/trace-scoring-shapes';
import type { ScoringSpec } from '@/lib/domain/scoring';
import { testActor } from '@/lib/testing/test-actor';
import {
  type LoopbackRequest,
  type LoopbackServer,
  openLoopbackServer,
  type ScoredAnswer,
} from '@/server/adapters/testing/loopback-server';
import { forgetConfig } from '@/server/config/config';
import { db } from '@/server/db/client';
import { keepTraceScores } from '@/server/repositories/trace-scores';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { forecastTraceScoring } from '@/server/services/traces/forecast-scoring';
import { judgeTrace } from '@/server/services/traces/judge-trace';
import { calibrateTraceJudge, scoreTraces } from '@/server/services/traces/score-traces';
import { listTraceEvaluators } from '@/server/services/traces/trace-evaluators';
import { cancelTraceScoring, getTraceScoring } from '@/server/services/traces/trace-scorings';
import { carryScorings } from './carry-scorings';
import { addTrace, experimentScoredBy, storeSteps } from './testing/scoring-lab';

/** Evaluators and judges score collected traces, carried by a worker's carrier in this process. */
type Reply = Parameters<typeof openLoopbackServer<ScoredAnswer>>[0];
const sound: Reply = (_, response) =>
  response.end('{"score": 0.75, "sideInformation": "Ask jo@example.org.", "costUsd": 0.01}');

let lab: PracticeLab;
let evaluator: LoopbackServer;
let reply: Reply = sound;
let carrier: ReturnType<typeof carryScorings>;
let experimentId: string;
let made = 0;

beforeAll(async () => {
  lab = await openPracticeLab({ train: 2, heldOut: 2, timeScale: null });
  evaluator = await openLoopbackServer((asked, response, count) => reply(asked, response, count));
  process.env.WAGGLE_ALLOWED_ADDRESSES = new URL(evaluator.url).host;
  forgetConfig();
  experimentId = await experimentScoredBy(lab, HTTP());
  carrier = carryScorings(lab.database.pg);
});
afterEach(() => {
  reply = sound;
});
afterAll(async () => {
  await carrier.close();
  delete process.env.WAGGLE_ALLOWED_ADDRESSES;
  forgetConfig();
  await evaluator.close();
  await lab.close();
});

const HTTP = (): ScoringSpec => ({ kind: 'http', url: evaluator.url, header: null, timeoutSeconds: 60 });

/** Traces of a service of their own. */
async function service(count: number): Promise<{ readonly name: string; readonly ids: readonly string[] }> {
  made += 1;
  const name = `desk-${made}`;
  const ids = Array.from({ length: count }, (_, index) => `${name}-${String(index).padStart(2, '0')}`);
  for (const id of ids) await addTrace(lab, id, { service: name });
  return { name, ids };
}

const asked = (name: string, over: object = {}) =>
  scoreTracesBody.parse({ experimentId, filter: { service: name }, ...over });
const person = (traceId: string, value: number) => judgeTrace(lab.actor, { traceId, value, explanation: '' });

async function ended({ id: scoringId }: TraceScoringView): Promise<TraceScoringView> {
  const read = () => getTraceScoring(lab.actor, { scoringId });
  await expect.poll(async () => (await read()).state, { interval: 50 }).toMatch(/finished|failed|cancelled/);
  return read();
}
const scoresOf = (name: string) =>
  db().traceScore.findMany({ where: { trace: { service: name }, by: { not: 'person' } } });
const askedFor = (name: string) =>
  evaluator.asked.filter(({ body }: LoopbackRequest) => body.question.startsWith(`Task ${name}-`));

describe('an HTTP evaluator of an experiment', () => {
  it('scores traces that no person has judged, is sent no expected answer, and its cost is counted', async () => {
    const { name, ids } = await service(4);
    const [first = ''] = ids;
    await person(first, 0);
    const forecast = await forecastTraceScoring(lab.actor, asked(name));
    expect(forecast).toMatchObject({
      ...{ refusal: null, calibration: null, expected: { calls: 3 } },
      sample: { matched: 4, judgedByPeople: 1, scored: 0, withoutTexts: 0, drawn: 3, isCut: false },
    });
    const done = await ended(await scoreTraces(lab.actor, asked(name)));
    expect(done).toMatchObject({
      state: 'finished',
      planned: 3,
      scored: 3,
      failed: 0,
      calls: 3,
      unpriced: 0,
    });
    expect(done.usd).toBeCloseTo(0.03, 9);
    const scores = await scoresOf(name);
    expect(scores.map(({ traceId }) => traceId).sort()).toEqual(ids.slice(1));
    expect(scores[0]).toMatchObject({
      ...{ by: 'evaluator', name: 'Answers', value: 0.75, explanation: 'Ask [EMAIL_1].' },
    });
    const bodies = askedFor(name).map(({ body }) => body);
    expect(bodies.map(({ expected }) => expected)).toEqual(['', '', '']);
    expect(bodies[0]?.answer).toMatch(/^Answer desk-/);
    const judged = await db().trace.findFirstOrThrow({ where: { id: first } });
    expect(judged).toMatchObject({ score: 0, scoredBy: 'person' });
  });

  it('leaves traces out that it has scored, until they are to be scored again', async () => {
    const { name } = await service(2);
    await ended(await scoreTraces(lab.actor, asked(name)));
    await expect(scoreTraces(lab.actor, asked(name))).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    expect((await forecastTraceScoring(lab.actor, asked(name))).sample).toMatchObject({
      scored: 2,
      drawn: 0,
    });
    reply = (_, response) => response.end('{"score": 0.5}');
    await ended(await scoreTraces(lab.actor, asked(name, { rescore: true })));
    expect((await scoresOf(name)).map(({ value }) => value)).toEqual([0.5, 0.5]);
  });

  it('that fails on a trace leaves its score missing and counted, never 0', async () => {
    const { name, ids } = await service(4);
    reply = (request, response, count) =>
      request.body.question === `Task ${ids[1]}`
        ? response.writeHead(422).end('no')
        : sound(request, response, count);
    const done = await ended(await scoreTraces(lab.actor, asked(name)));
    expect(done).toMatchObject({ state: 'finished', scored: 3, failed: 1 });
    expect(done.lastFault).toContain('422');
    expect((await scoresOf(name)).map(({ value }) => value)).toEqual([0.75, 0.75, 0.75]);
    expect(await db().trace.findFirstOrThrow({ where: { id: ids[1] ?? '' } })).toMatchObject({ score: null });
  });

  it('stops at a limit in dollars, with its scores so far kept', async () => {
    const { name } = await service(30);
    const done = await ended(await scoreTraces(lab.actor, asked(name, { usdMax: 0.105 })));
    expect(done).toMatchObject({ state: 'failed', problem: { code: 'BUDGET_EXHAUSTED' } });
    expect(done.usd).toBeLessThanOrEqual(0.105);
    expect(done.scored).toBe(10);
    expect(await scoresOf(name)).toHaveLength(10);
  });

  it('is cancelled with its scores so far kept, and an answer that arrives later changes nothing', async () => {
    const { name } = await service(20);
    const held: (() => void)[] = [];
    let answered = 0;
    reply = (request, response, count) => {
      const answer = () => sound(request, response, count);
      answered += 1;
      if (answered <= 4) answer();
      else held.push(answer);
    };
    const scoring = await scoreTraces(lab.actor, asked(name));
    await expect.poll(() => held.length, { interval: 20 }).toBe(8);
    await expect(scoreTraces(lab.actor, asked(name))).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    const cancelled = await cancelTraceScoring(lab.actor, { scoringId: scoring.id });
    expect(cancelled.state).toBe('cancelled');
    for (const go of held) go();
    const { name: next } = await service(1);
    reply = sound;
    await ended(await scoreTraces(lab.actor, asked(next)));
    expect(await getTraceScoring(lab.actor, { scoringId: scoring.id })).toEqual(cancelled);
    expect(await scoresOf(name)).toHaveLength(cancelled.scored);
    expect(cancelled.scored).toBe(4);
  });

  it('sees no trace, experiment or scoring of another workspace', async () => {
    const { name } = await service(1);
    await db().workspace.create({ data: { id: 'ws_far', name: 'Far' } });
    await addTrace(lab, 'theirs', { service: name, workspaceId: 'ws_far' });
    const scoring = await ended(await scoreTraces(lab.actor, asked(name)));
    expect(scoring.planned).toBe(1);
    const far = testActor('experimenter', { workspaceId: 'ws_far' });
    await expect(getTraceScoring(far, { scoringId: scoring.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(scoreTraces(far, asked(name))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await listTraceEvaluators(far)).toEqual({ items: [] });
  });
});

describe('code that compares with an expected answer', () => {
  it('is no evaluator of traces', async () => {
    const sums = await lab.makeExperiment();
    const { items } = await listTraceEvaluators(lab.actor);
    expect(items.map((one) => one.experimentId)).not.toContain(sums);
    const body = scoreTracesBody.parse({ experimentId: sums, filter: {} });
    expect((await forecastTraceScoring(lab.actor, body)).refusal).not.toBeNull();
    await expect(scoreTraces(lab.actor, body)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });
});

describe('a judge of an experiment', () => {
  let judgeExperiment: string;
  const judgeAsks = (name: string, over: object = {}) =>
    scoreTracesBody.parse({ experimentId: judgeExperiment, filter: { service: name }, ...over });
  beforeAll(async () => {
    judgeExperiment = await experimentScoredBy(lab, { kind: 'judge', rubric: 'Was it done?' }, 'Done');
  });

  /** So many traces of a service that a person has judged, by how many of ten tool results failed. */
  async function judgedByPeople(count: number, scoreOf: (failed: number) => number) {
    const { name, ids } = await service(count);
    for (const [index, id] of ids.entries()) {
      const failed = index % 10;
      const trajectoryHash = await storeSteps(lab, id, failed);
      await db().trace.updateMany({ where: { id }, data: { trajectoryHash } });
      await person(id, scoreOf(failed));
    }
    return name;
  }

  it('is refused until it was compared with people, on no fewer traces than its rule wants', async () => {
    const name = await judgedByPeople(29, (failed) => 1 - failed / 10);
    await addTrace(lab, `${name}-open`, { service: name });
    await expect(scoreTraces(lab.actor, judgeAsks(name))).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    const compared = calibrateTraceJudge(lab.actor, {
      ...{ experimentId: judgeExperiment, service: name, usdMax: null },
    });
    await expect(compared).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    const { refusal, calibration } = await forecastTraceScoring(lab.actor, judgeAsks(name));
    expect(refusal).not.toBeNull();
    expect(calibration).toMatchObject({ agreement: null, available: 29, expected: null });
    expect(await scoresOf(name)).toEqual([]);
  });

  it('that agrees with people scores, by the steps of each trace, with its reasoning', async () => {
    const name = await judgedByPeople(30, (failed) => 1 - failed / 10);
    const before = await forecastTraceScoring(lab.actor, judgeAsks(name));
    expect(before.calibration?.expected).toMatchObject({ calls: 30, basis: 'texts' });
    const compared = await ended(
      await calibrateTraceJudge(lab.actor, {
        ...{ experimentId: judgeExperiment, service: name, usdMax: 1 },
      }),
    );
    expect(compared).toMatchObject({
      ...{ state: 'finished', planned: 30, scored: 30, unpriced: 0 },
      calibration: { verdict: 'passed', pairs: 30, spearman: 1, minPairs: 30 },
    });
    expect(compared.usd).toBeGreaterThan(0);
    expect(compared.calibration?.lower).toBeLessThanOrEqual(1);
    expect(await scoresOf(name)).toEqual([]);

    const id = `${name}-open`;
    const trajectoryHash = await storeSteps(lab, id, 3);
    await addTrace(lab, id, { service: name, trajectoryHash });
    await addTrace(lab, `${name}-bare`, { service: name });
    const forecast = await forecastTraceScoring(lab.actor, judgeAsks(name));
    expect(forecast).toMatchObject({ refusal: null, expected: { calls: 2, basis: 'earlier' } });
    const done = await ended(await scoreTraces(lab.actor, judgeAsks(name)));
    // The practice judge gives no score without a tool result.
    expect(done).toMatchObject({ state: 'finished', scored: 1, failed: 1 });
    expect(await scoresOf(name)).toMatchObject([
      { traceId: id, by: 'judge', value: 0.7, explanation: '3 of 10 tool results failed.' },
    ]);
    expect((await scoresOf(name))[0]?.name).toBe('Done (practice-judge)');
    const elsewhere = await service(1);
    await expect(scoreTraces(lab.actor, judgeAsks(elsewhere.name))).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
  });

  it('that disagrees is refused, and is compared again on other traces only', async () => {
    const name = await judgedByPeople(31, (failed) => failed / 10);
    const compare = () =>
      calibrateTraceJudge(lab.actor, { experimentId: judgeExperiment, service: name, usdMax: null });
    expect(await ended(await compare())).toMatchObject({
      ...{ state: 'finished', calibration: { verdict: 'failed' } },
    });
    await addTrace(lab, `${name}-open`, { service: name });
    const { refusal, calibration } = await forecastTraceScoring(lab.actor, judgeAsks(name));
    expect(refusal?.howToProceed.length).toBeGreaterThan(0);
    expect(calibration).toMatchObject({ agreement: { verdict: 'failed' }, available: 1 });
    await expect(scoreTraces(lab.actor, judgeAsks(name))).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    await expect(compare()).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });
});

describe('a trace that is removed while it is scored', () => {
  it('is counted as missing', async () => {
    const { name, ids } = await service(1);
    const [id = ''] = ids;
    reply = (request, response, count) =>
      void db()
        .trace.deleteMany({ where: { id } })
        .then(() => sound(request, response, count));
    const done = await ended(await scoreTraces(lab.actor, asked(name)));
    expect(done).toMatchObject({ state: 'finished', scored: 0, failed: 1, calls: 1 });
  });
});

describe('the score of a judge that was kept before', () => {
  it('does not keep an evaluator from scoring', async () => {
    const { name, ids } = await service(1);
    const given = {
      workspaceId: lab.actor.workspaceId,
      traceId: ids[0] ?? '',
      name: 'Answers',
      userId: null,
    };
    await keepTraceScores(lab.database.pg, [
      { ...given, by: 'judge', value: 0.1, label: null, explanation: null },
    ]);
    await ended(await scoreTraces(lab.actor, asked(name)));
    expect(await db().trace.findFirstOrThrow({ where: { id: ids[0] ?? '' } })).toMatchObject({
      ...{ score: 0.75, scoredBy: 'evaluator' },
    });
  });
});
