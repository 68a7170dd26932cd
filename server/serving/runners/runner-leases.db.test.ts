import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLLOUT_VERSION, rolloutJob } from '@/lib/domain/rollout-documents';
import { stopRollout } from '@/server/repositories/carried-attempts';
import { listRunners } from '@/server/repositories/runners';
import {
  callModel,
  heartbeat,
  openRunnerBench,
  postDocument,
  postOutcome,
  RUNNER,
  type RunnerAgentAtBench,
  type RunnerBench,
  runnerId,
} from './testing/runner-bench';

const limits = (seconds: number) => ({ limits: { modelCalls: 40, tokens: 200_000, usd: null, seconds } });

let bench: RunnerBench;
beforeAll(async () => {
  bench = await openRunnerBench();
});
afterAll(() => bench.close());

const offered = (agent: RunnerAgentAtBench) =>
  bench.database.db.rollout.count({
    where: { agentId: agent.id, offeredAt: { not: null }, status: 'running' },
  });
const only = <T>([one, ...more]: readonly T[]): T => {
  if (one === undefined || more.length > 0) throw new Error(`${more.length + 1} or none instead of one`);
  return one;
};
const statuses = async (agent: RunnerAgentAtBench, given: Parameters<RunnerAgentAtBench['attempts']>[0]) =>
  (await agent.attempts(given)).map(({ status }) => status);

describe('a rollout of a runner', () => {
  it('is leased whole, worked on with its own key, and ends with the outcome that its runner posts', async () => {
    const agent = await bench.addAgent({ proxied: true });
    const given = agent.make('How many legs has a bee?');
    const poll = agent.lease();
    const carried = agent.carry(given);
    const job = rolloutJob.parse(only(await poll));
    expect(job).toMatchObject({
      ...{ rolloutId: given.id, attempt: 1, seed: 7, deadlineSeconds: 900 },
      task: { input: { question: 'How many legs has a bee?', context: '' } },
      candidate: { hash: 'hash', components: { system: given.order.components[0]?.text } },
      model: { name: 'pinned-model' },
    });
    expect(await heartbeat(job)).toMatchObject({ cancelled: false });
    expect(await callModel(job)).toBe(200);
    expect(await postOutcome(job, 'six')).toBe(200);
    expect(await carried).toMatchObject({ ok: true, text: 'six', attempts: 1, rollout: { modelCalls: 1 } });
    expect(await callModel(job)).toBe(403);
    expect(await postOutcome(job, 'six')).toBe(200);
    expect(await postOutcome(job, 'seven')).toBe(409);
    expect(await heartbeat(job)).toEqual({ secondsLeft: 0, cancelled: true });
  });

  it('goes to one of two runners that race for it', async () => {
    const agent = await bench.addAgent();
    const wait = { waitSeconds: 1 };
    const polls = [runnerId(), runnerId()].map((id) => agent.lease({ ...wait, runner: { ...RUNNER, id } }));
    const carried = agent.carry(agent.make());
    const jobs = (await Promise.all(polls)).flat();
    expect(jobs).toHaveLength(1);
    await postOutcome(only(jobs));
    expect(await carried).toMatchObject({ ok: true });
  });

  it('is shared out among runners with room, none above what it takes', async () => {
    const agent = await bench.addAgent();
    const carried = Array.from({ length: 6 }, () => agent.carry(agent.make()));
    await expect.poll(() => offered(agent)).toBe(6);
    const polls = [1, 3].map((free) => agent.lease({ free, runner: { ...RUNNER, id: runnerId() } }));
    const taken = await Promise.all(polls);
    expect(taken.map(({ length }) => length)).toEqual([1, 3]);
    const rest = await agent.lease({ free: 9 });
    expect(rest).toHaveLength(2);
    const all = [...taken.flat(), ...rest];
    expect(new Set(all.map(({ rolloutId }) => rolloutId)).size).toBe(6);
    for (const job of all) await postOutcome(job);
    for (const one of carried) expect(await one).toMatchObject({ ok: true, attempts: 1 });
  });

  it('has its own time from the lease on, however long it waited', async () => {
    const agent = await bench.addAgent(limits(1));
    const given = agent.make();
    const carried = agent.carry(given);
    await expect.poll(() => offered(agent)).toBe(1);
    // Longer in the queue than a rollout may take.
    await bench.database.pg.query(
      `UPDATE "Rollout" SET "deadlineAt" = now() - interval '1 hour', "startedAt" = now() - interval '2 hours' WHERE id = $1`,
      [given.id],
    );
    const renewed = async () =>
      (await bench.database.db.rollout.findFirst({ where: { id: given.id } }))?.deadlineAt;
    await expect.poll(async () => Number(await renewed())).toBeGreaterThan(Date.now());
    const job = only(await agent.lease());
    expect(await carried).toMatchObject({ ok: false, cause: { code: 'rolloutLimit' } });
    expect(await agent.attempts(given)).toMatchObject([{ status: 'limit', fault: { fault: 'seconds' } }]);
    expect(await heartbeat(job)).toEqual({ secondsLeft: 0, cancelled: true });
    expect(await postOutcome(job)).toBe(409);
  });

  it('whose runner falls silent is a new attempt, twice, and then missing; late outcomes are kept', async () => {
    const agent = await bench.addAgent();
    const given = agent.make();
    const carried = agent.carry(given);
    const jobs = [];
    for (const attempt of [1, 2, 3]) {
      const job = only(await agent.lease({ runner: { ...RUNNER, id: runnerId() } }));
      expect(job).toMatchObject({ rolloutId: given.id, attempt });
      jobs.push(job);
      await agent.lapse(given);
    }
    expect(await carried).toMatchObject({ ok: false, cause: { code: 'unavailable' }, attempts: 3 });
    for (const job of jobs) expect(await postOutcome(job, 'late')).toBe(409);
    const lost = { status: 'failed', fault: { failure: 'infrastructure', fault: 'leaseLost' } };
    expect(await agent.attempts(given)).toMatchObject([lost, lost, lost]);
    const rows = await bench.database.db.rollout.findMany({ where: { id: given.id } });
    expect(rows.map(({ lateOutcome }) => lateOutcome)).toMatchObject(
      [1, 2, 3].map(() => ({ output: { text: 'late' } })),
    );
  });

  it('is kept by a heartbeat, and by a model call', async () => {
    const agent = await bench.addAgent({ proxied: true });
    const given = agent.make();
    const carried = agent.carry(given);
    const job = only(await agent.lease());
    const silence = () =>
      bench.database.pg.query(
        `UPDATE "Rollout" SET "leasedAt" = "leasedAt" - interval '61 seconds' WHERE id = $1`,
        [given.id],
      );
    await heartbeat(job);
    await silence();
    expect(await callModel(job)).toBe(200);
    await silence();
    // A rollout that is offered later has been looked at since.
    const next = agent.carry(agent.make());
    const other = only(await agent.lease({ runner: { ...RUNNER, id: runnerId() } }));
    await agent.lapse({ ...given, id: other.rolloutId });
    const again = only(await agent.lease({ runner: { ...RUNNER, id: runnerId() } }));
    await callModel(again);
    await postOutcome(again);
    expect(await next).toMatchObject({ ok: true, attempts: 2 });
    expect(await postOutcome(job)).toBe(200);
    expect(await carried).toMatchObject({ ok: true, attempts: 1 });
  });

  it.each([
    ['never ended', `status = 'sent'`],
    ['broke off', `status = 'cut', fault = 'provider'`],
  ])('whose agent fails over a model call that %s is tried again, not scored', async (_what, left) => {
    const agent = await bench.addAgent({ proxied: true });
    const given = agent.make();
    const carried = agent.carry(given);
    const job = only(await agent.lease());
    expect(await callModel(job)).toBe(200);
    const status = async () =>
      (await bench.database.db.agentCall.findFirst({ where: { rolloutId: given.id } }))?.status;
    await expect.poll(status).toBe('answered');
    // As a flag server leaves it that is killed amid the call, or a provider.
    await bench.database.pg.query(`UPDATE "AgentCall" SET ${left} WHERE "rolloutId" = $1`, [given.id]);
    const { rolloutId, attempt } = job;
    const error = { kind: 'agent', code: 'connection', message: 'The model hung up.' };
    await postDocument(job, { version: ROLLOUT_VERSION, rolloutId, attempt, status: 'failed', error });
    const again = only(await agent.lease());
    expect(again).toMatchObject({ rolloutId, attempt: 2 });
    expect(await callModel(again)).toBe(200);
    await postOutcome(again);
    expect(await carried).toMatchObject({ ok: true, attempts: 2 });
  });

  it('that a person stops is cancelled, and never leased where it waited', async () => {
    const agent = await bench.addAgent();
    const [leased, waiting] = [agent.make(), agent.make()];
    const first = agent.carry(leased);
    const job = only(await agent.lease());
    const second = agent.carry(waiting);
    await expect.poll(() => offered(agent)).toBe(1);
    const { workspaceId } = bench;
    for (const { id: rolloutId } of [leased, waiting])
      await stopRollout(bench.database.pg, { workspaceId, rolloutId });
    expect(await heartbeat(job)).toMatchObject({ cancelled: true });
    expect(await agent.lease({ holding: [`${job.rolloutId}/1`], waitSeconds: 1 })).toEqual([]);
    for (const one of [first, second]) expect(await one).toMatchObject({ ok: false });
    expect([await statuses(agent, leased), await statuses(agent, waiting)]).toEqual([
      ['stopped'],
      ['stopped'],
    ]);
  });

  it('of a run that is paused is cancelled at once, and its outcome comes late', async () => {
    const agent = await bench.addAgent();
    const given = agent.make();
    const pause = new AbortController();
    const carried = agent.carry(given, { interrupted: pause.signal });
    const job = only(await agent.lease());
    pause.abort();
    await expect(carried).rejects.toMatchObject({ code: 'PROVIDER_AWAY' });
    expect(await heartbeat(job)).toMatchObject({ cancelled: true });
    expect(await postOutcome(job)).toBe(409);
    const resumed = agent.carry(given);
    await postOutcome(only(await agent.lease()));
    expect(await resumed).toMatchObject({ ok: true, attempts: 2 });
  });
});

describe('a poll', () => {
  it('whose answer was lost is answered again, and one that is held is not sent twice', async () => {
    const agent = await bench.addAgent();
    const carried = agent.carry(agent.make());
    const lost = only(await agent.lease());
    const again = only(await agent.lease());
    expect(again).toEqual(lost);
    expect(await agent.lease({ holding: [`${again.rolloutId}/${again.attempt}`], waitSeconds: 0 })).toEqual(
      [],
    );
    await postOutcome(again);
    expect(await carried).toMatchObject({ ok: true, attempts: 1 });
  });

  it('that is hung up takes nothing', async () => {
    const agent = await bench.addAgent();
    const gone = new AbortController();
    const hung = agent.lease({}, gone.signal).catch(() => 'hung up');
    await expect.poll(() => connected(agent)).toHaveLength(1);
    gone.abort();
    expect(await hung).toBe('hung up');
    const carried = agent.carry(agent.make());
    await postOutcome(only(await agent.lease({ runner: { ...RUNNER, id: runnerId() } })));
    expect(await carried).toMatchObject({ ok: true, attempts: 1 });
  });

  it('ends the former one of the same runner', async () => {
    const agent = await bench.addAgent();
    const first = agent.lease();
    await expect.poll(() => connected(agent)).toHaveLength(1);
    const second = agent.lease();
    expect(await first).toEqual([]);
    const carried = agent.carry(agent.make());
    await postOutcome(only(await second));
    await carried;
  });

  const connected = async (agent: RunnerAgentAtBench) =>
    (await listRunners(bench.database.pg, { workspaceId: bench.workspaceId, agentId: agent.id })).runners;

  it('makes its runner known, with what it holds, until it leaves', async () => {
    const agent = await bench.addAgent();
    const carried = [agent.carry(agent.make()), agent.carry(agent.make())];
    const id = runnerId();
    const job = only(await agent.lease({ runner: { ...RUNNER, id } }));
    expect(await connected(agent)).toMatchObject([{ id, ...RUNNER, inFlight: 1, isConnected: true }]);
    await postOutcome(job);
    await postOutcome(only(await agent.lease({ runner: { ...RUNNER, id } })));
    for (const one of carried) expect(await one).toMatchObject({ ok: true });
    expect((await agent.ask('leave', { agent: agent.name, runner: { id } })).status).toBe(200);
    expect(await connected(agent)).toEqual([]);
  });

  it.each([
    ['an unknown key', { key: 'wgl_unknown' }, {}, 401],
    ['an unknown agent', {}, { agent: 'Unknown' }, 404],
    ['no room', {}, { free: 0 }, 400],
  ] as const)('with %s is refused with a sentence', async (_what, init, more, status) => {
    const agent = await bench.addAgent();
    const body = { agent: agent.name, runner: { ...RUNNER, id: runnerId() }, free: 1, ...more };
    const response = await agent.ask('lease', body, init);
    expect(response.status).toBe(status);
    expect(((await response.json()) as { error: { message: string } }).error.message).not.toBe('');
  });

  it('with a key of another scope or workspace finds no agent', async () => {
    const agent = await bench.addAgent();
    const body = { agent: agent.name, runner: { ...RUNNER, id: runnerId() }, free: 1, waitSeconds: 0 };
    const key = async (data: object) => {
      const other = await bench.addAgent();
      await bench.database.db.apiKey.updateMany({ where: { prefix: other.key.slice(0, 10) }, data });
      return (await agent.ask('lease', body, { key: other.key })).status;
    };
    expect(await key({ scopes: [], role: 'viewer' })).toBe(403);
    expect(await key({ scopes: ['evaluate'] })).toBe(403);
    expect(await key({ scopes: [], role: 'experimenter' })).toBe(200);
    await bench.database.db.workspace.create({ data: { id: 'ws_elsewhere', name: 'Elsewhere' } });
    expect(await key({ workspaceId: 'ws_elsewhere' })).toBe(404);
  });
});
