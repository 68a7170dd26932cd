import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';

/** A worker that is killed amid an import, in a process of its own. */
let api: TestApi;
let worker: ChildProcess | undefined;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  await api.close();
});

function startCarrier(): ChildProcess {
  const carrier = new URL('./testing/carry-imports-alone.ts', import.meta.url);
  return spawn(process.execPath, ['--import', 'tsx', fileURLToPath(carrier)], {
    env: { ...process.env },
    stdio: 'ignore',
  });
}

const COUNT = 40_000;

async function sendLarge(): Promise<string> {
  const lines = Array.from({ length: COUNT }, (_, n) =>
    JSON.stringify({ question: `What is ${n} plus one? ${'Think. '.repeat(20)}`, answer: n + 1 }),
  );
  const form = new FormData();
  form.append('options', JSON.stringify({ name: 'killed' }));
  form.append('files', new File([lines.join('\n')], 'killed.jsonl'));
  const sent = await api.call('importDataset', { body: form });
  expect(sent.status, sent.text).toBe(202);
  return sent.json.id;
}

describe('an import whose worker is killed', () => {
  it('leaves nothing behind, and another worker finishes it from its pieces', async () => {
    const importId = await sendLarge();
    const read = async () => (await api.call('getImport', { params: { importId } })).json;
    worker = startCarrier();
    const soon = { interval: 20 };
    await expect.poll(async () => (await read()).records, soon).toBeGreaterThan(0);
    worker.kill('SIGKILL');
    const backends = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'waggle-import' AND datname = current_database()`;
    await expect.poll(async () => (await api.database.pg.query(backends)).rows, soon).toEqual([]);
    const count = async (table: string) =>
      (await api.database.pg.query(`SELECT count(*)::int AS n FROM "${table}"`)).rows[0].n;
    expect([await count('Dataset'), await count('Example')]).toEqual([0, 0]);
    expect((await read()).state).not.toBe('finished');

    worker = startCarrier();
    await expect.poll(async () => (await read()).state, { interval: 200 }).toBe('finished');
    expect([await count('Dataset'), await count('Example'), await count('ImportPart')]).toEqual([
      1,
      COUNT,
      0,
    ]);
  });
});
