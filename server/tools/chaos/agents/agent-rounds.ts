import { type ApiClient, apiClient, type RunAnswer, untilEnded } from '@/server/commands/support/api-client';
import { type OwnInstance, startOwnInstance } from '@/server/commands/support/own-instance';
import { practiceModels } from '@/server/commands/support/practice-models';
import { freePort } from '@/server/config/ports';
import { scalar } from '../books';
import { replayFromCommand } from '../replay-command';
import { agentBookFaults } from './agent-books';
import { type CountedProvider, openCountedProvider } from './counted-provider';
import { openUnrulyAgent, type UnrulyAgent } from './unruly-agent';

/**
 * `npm run chaos -- --agents`: one run of an unruly agent a round, with the worker, the flag server or both killed (SIGKILL)
 * amid its rollouts; then the books, and a replay while the agent is away.
 */
const RUN_LIMIT_MS = 420_000;
const LANES = 8;
const POLL_MS = 25;
const VICTIMS = [[], ['worker'], ['flag server'], ['worker', 'flag server']] as const;

export async function runAgentRounds(rounds: number): Promise<number> {
  const practicePort = await freePort();
  const provider = await openCountedProvider(`http://127.0.0.1:${practicePort}/v1`);
  const agent = await openUnrulyAgent();
  const own = await startOwnInstance({
    WAGGLE_REQUESTS_PER_MINUTE: '1000000',
    WAGGLE_PRACTICE_PORT: String(practicePort),
    WAGGLE_ALLOWED_ADDRESSES: [agent.address, provider.address].join(','),
    LOG_LEVEL: 'error',
  });
  let bad = 0;
  try {
    const api = apiClient(own.baseUrl, await own.createKey());
    const experimentId = await agentExperiment(api, agent, provider);
    for (let round = 0; round < rounds; round += 1) {
      const victims = VICTIMS[round % VICTIMS.length] ?? [];
      const found = await oneRound({ own, api, agent, provider, experimentId, victims, round });
      console.log(
        `${String(round + 1).padStart(3)} killed: ${victims.join(', ') || 'no process'}: ${found.length === 0 ? 'ok' : 'FAILED'}`,
      );
      for (const one of found) console.log(`    ${one}`);
      if (found.length > 0) bad += 1;
    }
  } finally {
    await own.stop();
    await Promise.all([agent.close(), provider.close()]);
  }
  return bad;
}

interface RoundParts {
  readonly own: OwnInstance;
  readonly api: ApiClient;
  readonly agent: UnrulyAgent;
  readonly provider: CountedProvider;
  readonly experimentId: string;
  readonly victims: readonly string[];
  readonly round: number;
}

async function oneRound({ own, api, agent, provider, experimentId, victims, round }: RoundParts) {
  const before = { ...provider.counted, jobs: agent.jobs.length, forgeries: agent.forgeries.length };
  const batch = { kind: 'static', size: 20, reason: 'A fixed size makes rounds comparable.' };
  const run = await api.post<RunAnswer>('/api/v1/runs', {
    ...{ experimentId, seed: round + 1, kind: 'comparisonPoint', batch },
  });
  for (const [index, victim] of victims.entries()) {
    await untilJobs(agent, before.jobs + 15 * (index + 1));
    kill(own.pidOf(victim));
  }
  const ended = await untilEnded(api, run.id, RUN_LIMIT_MS);
  const found = await agentBookFaults({
    databaseUrl: own.databaseUrl(),
    runId: run.id,
    agent: {
      ...agent,
      jobs: agent.jobs.slice(before.jobs),
      forgeries: agent.forgeries.slice(before.forgeries),
    },
    provider: { ...provider, counted: since(before, provider.counted) },
    inFlightMax: LANES * victims.length,
  });
  const jobs = agent.jobs.length;
  const replay = await replayFromCommand(own, run.id);
  const entries = await scalar(own, 'SELECT "lastSeq" FROM "Run" WHERE id = $1', run.id);
  return [
    ...(ended.status === 'finished' ? [] : [`ended as ${ended.status}: ${ended.statusReason}`]),
    ...found,
    ...(replay.same ? [] : [`the replay differs: ${replay.said}`]),
    ...(agent.jobs.length > jobs ? ['the replay started the agent'] : []),
    ...(entries > 0 ? [] : ['the ledger is empty']),
  ];
}

async function agentExperiment(
  api: ApiClient,
  agent: UnrulyAgent,
  provider: CountedProvider,
): Promise<string> {
  const { items } = await api.get<{ items: { taskId: string; splitId: string }[] }>('/api/v1/experiments');
  const [seeded] = items;
  if (!seeded) throw new Error('The seed left no experiment.');
  const models = await practiceModels(api, { name: 'Practice model: agents', timeScale: '400' });
  const counted = await api.post<{ id: string }>('/api/v1/providers', {
    name: 'Counted endpoint',
    baseUrl: provider.baseUrl,
    headers: { 'x-practice-time-scale': '400' },
    concurrency: 64,
  });
  const price = { usdPerMillionIn: 0.3, usdPerMillionOut: 1.2, usdPerMillionCached: null };
  await api.put(`/api/v1/providers/${counted.id}/models`, {
    ...{ name: 'practice-task', contextTokens: 128_000, ...price },
  });
  const made = await api.post<{ id: string }>('/api/v1/agents', {
    name: 'Unruly agent',
    settings: {
      ...{ kind: 'http', url: agent.url, reset: 'stateless', tools: 'none', rolloutsMax: LANES },
      limits: { modelCalls: 4, tokens: 60_000, usd: null, seconds: 8 },
    },
  });
  const experiment = await api.post<{ id: string }>('/api/v1/experiments', {
    ...{ name: 'Chaos with an agent', taskId: seeded.taskId, splitId: seeded.splitId, lanes: LANES },
    models: { ...models, serving: { providerId: counted.id, model: 'practice-task' } },
    agentId: made.id,
    evaluation: { everyExamples: 125 },
  });
  return experiment.id;
}

function kill(pid: number | null): void {
  if (pid === null) throw new Error('There is no process to kill.');
  process.kill(pid, 'SIGKILL');
}

async function untilJobs(agent: UnrulyAgent, wanted: number): Promise<void> {
  const deadline = performance.now() + RUN_LIMIT_MS;
  while (agent.jobs.length < wanted) {
    if (performance.now() > deadline) throw new Error(`The agent was sent ${agent.jobs.length} jobs only.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const since = (
  before: CountedProvider['counted'],
  now: CountedProvider['counted'],
): CountedProvider['counted'] => ({
  requests: now.requests - before.requests,
  tokensIn: now.tokensIn - before.tokensIn,
  tokensOut: now.tokensOut - before.tokensOut,
});
