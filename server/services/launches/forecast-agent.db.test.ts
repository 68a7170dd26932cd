import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRuleBench, type RuleBench } from '@/server/http/testing/rule-bench';
import { ledgerPool } from '@/server/ledger/pool';
import { openAttempt } from '@/server/repositories/rollouts';

let bench: RuleBench;
let made = 0;
beforeAll(async () => {
  bench = await openRuleBench();
});
afterAll(() => bench.close());

async function newAgent(): Promise<string> {
  const settings = { kind: 'program', command: 'solver', limits: { tokens: 1000 } };
  const { json } = await bench.api.call('createAgent', { body: { name: bench.newName(), settings } });
  return json.id;
}

/** An ended test of a version, 10 s long. */
async function ended(agentId: string, agentVersion: number, costUsd: number | null) {
  made += 1;
  const id = `ro_forecast${made}`;
  const attempt = await openAttempt(ledgerPool(), {
    ...{ id, agentId, agentVersion, agentName: 'Solver', runId: null, purpose: 'test' },
    workspaceId: bench.api.workspaceId,
    candidateHash: 'a'.repeat(64),
    input: { question: 'What is 2 + 2?', context: '' },
    order: { components: [], limits: LIMITS, model: null, seed: 1 },
  });
  const endedAt = new Date();
  await bench.api.database.db.rollout.update({
    where: { id_attempt: { id, attempt } },
    data: {
      ...{ status: 'completed', startedAt: new Date(endedAt.getTime() - 10_000), endedAt },
      ...{ tokensIn: 400, tokensOut: 100, costUsd, countedBy: 'proxy' },
    },
  });
}

const LIMITS = { modelCalls: 4, tokens: 1000, usd: null, seconds: 60 };
const SERIAL = { query: { kind: 'serialBaseline' } };
const forecastOf = async (experimentId: string) =>
  (await bench.api.call('forecastAgent', { params: { experimentId }, ...SERIAL })).json.forecast;

describe('the forecast of an experiment’s agent', () => {
  it('is not there where a rollout is one model call', async () => {
    expect(await forecastOf(await bench.experiment())).toBeNull();
  });

  it('knows what the budget allows before any rollout, and neither time nor cost', async () => {
    const budget = { tokens: 12_000 };
    const forecast = await forecastOf(await bench.experiment({ agentId: await newAgent(), budget }));
    expect(forecast).toMatchObject({ ms: null, tokens: null, usd: null, atLimit: 12 });
    expect(forecast.rollouts.low).toBeGreaterThan(0);
  });

  it('comes from the rollouts of the version that a run would pin, tests included', async () => {
    const agentId = await newAgent();
    const experimentId = await bench.experiment({ agentId });
    await ended(agentId, 1, 0.5);
    await ended(agentId, 1, null);
    const first = await forecastOf(experimentId);
    expect(first).toMatchObject({ agent: { id: agentId, version: 1 }, ms: { n: 2 }, usd: { n: 1 } });
    expect(first.usd.mean.high).toBeCloseTo(first.rollouts.high * 0.5);
    const settings = { kind: 'program', command: 'solver', rolloutsMax: 2 };
    await bench.api.call('updateAgent', { params: { agentId }, body: { settings } });
    expect(await forecastOf(experimentId)).toMatchObject({ agent: { version: 2 }, ms: null, usd: null });
  });

  it('is not there where no run could start', async () => {
    const agentId = await newAgent();
    const experimentId = await bench.experiment({ agentId });
    await bench.api.call('archiveAgent', { params: { agentId } });
    expect(await forecastOf(experimentId)).toBeNull();
  });
});
