import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sized } from '@/lib/testing/test-size';
import { isPythonThere } from '@/server/adapters/testing/program-agent-under-test';
import { stopRollout } from '@/server/repositories/carried-attempts';
import { CLIENTS, type ClientProcess, openLine, startClient } from './testing/client-process';
import { openRunnerBench, type RunnerAgentAtBench, type RunnerBench } from './testing/runner-bench';

/** Both clients as processes of their own against the flag server's doors, over a real database. */
const PATIENT = { interval: 50 };
const LEASES = sized(60, 500);
const limits = { modelCalls: 40, tokens: 200_000, usd: null, seconds: 900 };

let bench: RunnerBench;
const clients: ClientProcess[] = [];
beforeAll(async () => {
  bench = await openRunnerBench();
});
afterEach(async () => {
  for (const { kill } of clients) kill('SIGKILL');
  await Promise.all(clients.splice(0).map(({ ended }) => ended));
});
afterAll(() => bench.close());

function start(client: keyof typeof CLIENTS, agent: RunnerAgentAtBench, more = {}, url = bench.origin) {
  const started = startClient(client, agent, url, more);
  clients.push(started);
  return started;
}

/** Each rollout has one outcome that counts, and none was worked on by two runners at the same time. */
async function expectOnce(agent: RunnerAgentAtBench): Promise<void> {
  const rows = await bench.database.db.rollout.findMany({ where: { agentId: agent.id } });
  const completed = rows.filter(({ status }) => status === 'completed').map(({ id }) => id);
  expect(new Set(completed).size).toBe(completed.length);
  expect(new Set(completed)).toEqual(new Set(rows.map(({ id }) => id)));
  expect(rows.filter(({ status }) => status === 'running')).toEqual([]);
}

const names = Object.keys(CLIENTS) as (keyof typeof CLIENTS)[];
for (const client of names) {
  const isThere = client !== 'python' || isPythonThere;
  describe.runIf(isThere)(
    isThere ? `the ${client} client` : `the ${client} client (python3 is not installed)`,
    () => {
      it('runs many rollouts at once, and no fault of the agent ends it', async () => {
        const agent = await bench.addAgent({ proxied: true, limits });
        const ask = (what: string) => agent.carry(agent.make(`${what} bees`));
        const carried = Promise.all(['model', 'model', 'throws', 'number', 'model'].map(ask));
        start(client, agent, { RUNNER_SKEW_MS: '3600000' });
        const [first, second, thrown, number, last] = await carried;
        for (const reply of [first, second, last])
          expect(reply).toMatchObject({
            ok: true,
            text: 'six',
            rollout: { modelCalls: 1, injection: { system: 'proven' } },
          });
        const failed = { ok: false, cause: { code: 'agentFailed' }, attempts: 1 };
        expect(thrown).toMatchObject({ ...failed, cause: { message: expect.stringContaining('TypeError') } });
        expect(number).toMatchObject(failed);
      });

      it('tells the agent when a person stops its rollout, and has its place free', async () => {
        const agent = await bench.addAgent({ limits: { ...limits, seconds: 5 } });
        const given = agent.make('waits');
        const carried = agent.carry(given);
        const running = start(client, agent, { RUNNER_AT_ONCE: '1', RUNNER_SKEW_MS: '-3600000' });
        const name = `${given.id}/1`;
        await expect.poll(() => running.lines, PATIENT).toContain(`waits ${name}`);
        await stopRollout(bench.database.pg, { workspaceId: bench.workspaceId, rolloutId: given.id });
        expect(await carried).toMatchObject({ ok: false });
        // The next heartbeat is at the latest when the time of the rollout would be over.
        const next = agent.carry(agent.make('rewarded'));
        expect(await next).toMatchObject({
          ok: true,
          text: 'done',
          rollout: { selfReported: { value: 0.5, source: 'self' } },
        });
        expect(running.lines).toContain(`cancelled ${name}`);
      });

      it('killed in the middle, loses no rollout: another runner has the next attempt', async () => {
        const agent = await bench.addAgent({ limits });
        const given = Array.from({ length: 3 }, () => agent.make('pauses'));
        const carried = given.map((one) => agent.carry(one));
        const killed = start(client, agent);
        await expect.poll(() => killed.lines.length, PATIENT).toBe(3);
        killed.kill('SIGKILL');
        await killed.ended;
        for (const one of given) await agent.lapse(one);
        start(client, agent);
        for (const one of carried) expect(await one).toMatchObject({ ok: true, text: 'done' });
        await expectOnce(agent);
      });

      it('asked to stop, ends what is in flight; asked twice, hands it back', async () => {
        const agent = await bench.addAgent({ limits });
        const first = agent.carry(agent.make('pauses'));
        const polite = start(client, agent);
        await expect.poll(() => polite.lines.length, PATIENT).toBe(1);
        polite.kill('SIGTERM');
        expect(await polite.ended).toBe(0);
        expect(await first).toMatchObject({ ok: true, attempts: 1 });
        const given = agent.make('waits');
        const second = agent.carry(given);
        const hurried = start(client, agent, { RUNNER_GRACE: '0' });
        await expect.poll(() => hurried.lines.length, PATIENT).toBe(1);
        hurried.kill('SIGINT');
        expect(await hurried.ended).toBe(0);
        const [attempt] = await agent.attempts(given);
        expect(attempt?.outcome).toMatchObject({
          status: 'failed',
          error: { kind: 'infrastructure', code: 'handedBack' },
        });
        // Its worker makes another attempt, which nothing leases.
        await expect.poll(async () => (await agent.attempts(given)).length, PATIENT).toBe(2);
        await stopRollout(bench.database.pg, { workspaceId: bench.workspaceId, rolloutId: given.id });
        await second;
      });

      it('loses and doubles nothing while its line drops and the flag server starts anew', async () => {
        const agent = await bench.addAgent({ limits });
        const line = await openLine(bench.origin);
        start(client, agent, { RUNNER_AT_ONCE: '3' }, line.url);
        const carried = Array.from({ length: 9 }, () => agent.carry(agent.make('pauses')));
        for (const round of [1, 2, 3]) {
          const before = line.count;
          line.drop();
          if (round === 2) await bench.restart();
          await expect.poll(() => line.count, PATIENT).toBeGreaterThan(before);
        }
        line.cut();
        line.restore();
        for (const one of carried) expect(await one).toMatchObject({ ok: true, text: 'done', attempts: 1 });
        await expectOnce(agent);
        await line.close();
      });

      it('with a key that is refused ends with the reason', async () => {
        const agent = await bench.addAgent({ limits });
        const refused = start(client, { ...agent, key: 'wgl_unknown' });
        expect(await refused.ended).toBe(1);
      });
    },
  );
}

describe('runners and workers together', () => {
  it('share rollouts between two clients, each to one of them', async () => {
    const agent = await bench.addAgent({ limits });
    const both = [start('typescript', agent), start(isPythonThere ? 'python' : 'typescript', agent)];
    const carried = Array.from({ length: 24 }, () => agent.carry(agent.make('pauses')));
    for (const one of carried) expect(await one).toMatchObject({ ok: true, attempts: 1 });
    const begun = both.flatMap(({ lines }) => lines);
    expect(new Set(begun).size).toBe(24);
    await expectOnce(agent);
  });

  it('hold hundreds of leases in flight, and end each of them once', async () => {
    const agent = await bench.addAgent({ limits, rolloutsMax: 2 * LEASES });
    const held = { RUNNER_AT_ONCE: String(LEASES / 2), RUNNER_DOES: 'holds' };
    const both = [
      start('typescript', agent, held),
      start(isPythonThere ? 'python' : 'typescript', agent, held),
    ];
    const carried = Array.from({ length: LEASES }, () => agent.carry(agent.make()));
    await expect.poll(() => both.map(({ lines }) => lines.length), PATIENT).toEqual([LEASES / 2, LEASES / 2]);
    const inFlight = { agentId: agent.id, status: 'running', leasedAt: { not: null } };
    expect(await bench.database.db.rollout.count({ where: inFlight })).toBe(LEASES);
    for (const { kill } of both) kill('SIGUSR2');
    for (const one of carried) expect(await one).toMatchObject({ ok: true, text: 'done', attempts: 1 });
    expect(new Set(both.flatMap(({ lines }) => lines)).size).toBe(LEASES);
    await expectOnce(agent);
  });
});
