import { afterEach, describe, expect, it } from 'vitest';
import { WORLD_SETTINGS } from '@/lib/environments/appworld/protocol';
import {
  type FakeServer,
  type Instead,
  openFakeServer,
} from '@/server/adapters/testing/appworld/open-fake-server';
import { makeWorldClient, type WorldClient, type WorldClientSettings } from './world-client';

const TASK = '0b0e002_1';
const PAY = "apis.bank.send(account='LM-118', amount=12, reason='thanks')";

let server: FakeServer;
let world: WorldClient;

async function open(instead?: Instead, more: Partial<WorldClientSettings> = {}): Promise<WorldClient> {
  server = await openFakeServer(0, instead);
  world = makeWorldClient({ url: server.url, allowedAddresses: ['127.0.0.1'], ...more });
  return world;
}
afterEach(async () => {
  await world.disconnect();
  await server.close();
});

describe('a client of an AppWorld server', () => {
  it('carries a task from its start to its evaluation', async () => {
    await open();
    expect(await world.health()).toEqual({ ok: true, value: null });
    const shown = await world.show(TASK);
    expect(await world.initialize(TASK)).toEqual(shown);
    expect(shown).toMatchObject({ ok: true, value: { task_id: TASK } });
    expect(await world.execute('print(apis.bank.balance())')).toEqual({
      ok: true,
      value: { text: '100\n', failed: false },
    });
    expect(await world.taskCompleted()).toEqual({ ok: true, value: false });
    await world.execute(`${PAY}\napis.supervisor.complete_task()`);
    expect(await world.taskCompleted()).toEqual({ ok: true, value: true });
    expect(await world.evaluate()).toMatchObject({ ok: true, value: { success: true, difficulty: 2 } });
    expect(await world.saveLogs()).toEqual({ ok: true, value: null });
    expect(await world.close()).toEqual({ ok: true, value: null });
    expect(await world.execute('print(1)')).toMatchObject({ fault: { kind: 'notInitialized' } });
  });

  it('brings a saved state back', async () => {
    await open();
    await world.initialize(TASK);
    expect(await world.saveState('before')).toEqual({ ok: true, value: 'before' });
    await world.execute(PAY);
    expect(await world.loadState('before')).toEqual({ ok: true, value: null });
    expect(await world.execute('print(apis.bank.balance())')).toMatchObject({ value: { text: '100\n' } });
  });

  it('pins all settings of a world, and asks for evaluations that do not raise', async () => {
    await open(undefined, { world: { max_interactions: 1 } });
    await world.initialize(TASK);
    await world.execute('x = 1');
    expect(await world.execute('x = 1')).toMatchObject({ value: { failed: true } });
    expect(await world.evaluate()).toMatchObject({ ok: true, value: { success: false } });
    expect(await world.report()).toMatchObject({ ok: true, value: expect.stringContaining('Failed') });
    const [begun] = server.asked;
    expect(begun?.body).toEqual({ ...WORLD_SETTINGS, max_interactions: 1, task_id: TASK });
    const evaluations = server.asked.filter(({ path }) => path === '/evaluate');
    for (const { body } of evaluations) expect(body).toMatchObject({ suppress_errors: true });
  });

  it('gives code that fails as an execution, not as a fault', async () => {
    await open();
    await world.initialize(TASK);
    for (const code of ['1/0', 'x =', 'while True: pass', 'apis.bank.send()'])
      expect(await world.execute(code), code).toMatchObject({ ok: true, value: { failed: true } });
  });

  it('tells apart a lost world, another world, a request of another form and a server that failed', async () => {
    await open();
    await world.initialize(TASK);
    const other = makeWorldClient({ url: server.url, allowedAddresses: ['127.0.0.1'] });
    await other.initialize('0a0e001_1');
    expect(await world.execute('print(1)')).toEqual({ ok: false, fault: { kind: 'otherTask', status: 400 } });
    await other.closeAll();
    await other.disconnect();
    expect(await world.evaluate()).toEqual({ ok: false, fault: { kind: 'notInitialized', status: 400 } });
    expect(await world.initialize('nowhere')).toEqual({
      ok: false,
      fault: { kind: 'serverFailed', status: 500 },
    });
  });

  it.each([
    [422, { detail: [] }, 'invalid'],
    [404, { detail: 'Not Found' }, 'refused'],
    [200, { output: { success: 'perhaps' } }, 'unreadable'],
    [200, 'no object', 'unreadable'],
  ])('reads an answer with status %s as a fault', async (status, body, kind) => {
    await open((path) => (path === '/evaluate' ? { status, body } : undefined));
    await world.initialize(TASK);
    expect(await world.evaluate()).toEqual({ ok: false, fault: { kind, status } });
  });

  it('gives up a server that does not answer in its time', async () => {
    const times = { executionMarginMs: 50, requestMs: 60_000 };
    await open((path) => (path === '/execute' ? 'silence' : undefined), {
      times,
      world: { timeout_seconds: 0 },
    });
    await world.initialize(TASK);
    expect(await world.execute('print(1)')).toEqual({ ok: false, fault: { kind: 'late', status: null } });
  });

  it('takes a server that is not there as away, and throws where its address is not allowed', async () => {
    await open();
    await server.close();
    expect(await world.initialize(TASK)).toEqual({ ok: false, fault: { kind: 'away', status: null } });
    await open(undefined, { allowedAddresses: [] });
    await expect(world.health()).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
  });
});
