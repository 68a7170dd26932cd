import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importDataset } from '@/lib/contracts/datasets';
import { testActor } from '@/lib/testing/test-actor';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { servedOf } from '@/server/operations/operation-table';
import { refusalsRecorded } from '@/server/services/audit/record-refusal';
import { carryImports, type ImportCarrier } from './carry-imports';

/** Imports of more than a megabyte through the API's own operations, with a worker's carrier in this process. */
let api: TestApi;
let carrier: ImportCarrier;
beforeAll(async () => {
  api = await startTestApi();
  carrier = carryImports(api.database.url);
});
afterAll(async () => {
  await carrier.close();
  await api.close();
});

const MAPPING = { question: { path: 'question' }, expected: { path: 'answer' } };
const named = (name: string, part: object = {}) => ({ name, preset: 'generic', mapping: MAPPING, ...part });

function upload(
  files: readonly (readonly [string, string | Uint8Array<ArrayBuffer>])[],
  options: object,
): FormData {
  const form = new FormData();
  form.append('options', JSON.stringify(options));
  for (const [name, content] of files) form.append('files', new File([content], name));
  return form;
}

const send = (body: FormData) => api.call('importDataset', { body });

async function ended(importId: string) {
  const read = async () => (await api.call('getImport', { params: { importId } })).json;
  await expect.poll(async () => (await read()).state, { interval: 100 }).toMatch(/finished|failed|cancelled/);
  return read();
}

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => {
    const n = from + index;
    return JSON.stringify({ question: `What is ${n} plus one? ${'Think. '.repeat(20)}`, answer: n + 1 });
  }).join('\n');

async function leftOf(importId: string) {
  const { rows } = await api.database.pg.query<{ parts: number; examples: number }>(
    `SELECT (SELECT count(*)::int FROM "ImportPart" WHERE "importId" = $1) AS parts,
       (SELECT count(*)::int FROM "Example" AS one WHERE NOT EXISTS (
          SELECT 1 FROM "Dataset" WHERE id = one."datasetId")) AS examples`,
    [importId],
  );
  return rows[0];
}

/** CPU time, ms, of the longest turn of this thread's event loop: how long it was held up, whatever else the machine does. */
function watchTurns() {
  let longestMs = 0;
  let before = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    before = process.threadCpuUsage();
  };
  const timer = setInterval(turn, 5);
  return {
    end() {
      clearInterval(timer);
      turn();
      return longestMs;
    },
  };
}

describe('an import of more than a megabyte', () => {
  it('makes the same data set as a small import of the same files', async () => {
    const torn = '{"question":"broken\n{"question":"What is 3 plus one?","answer":"x"}';
    const texts = [
      ['a.jsonl', `${lines(0, 3_000)}\n${torn}`],
      ['b.jsonl', `${lines(2_900, 6_000)}\n{"question":"What is 3 plus one?","answer":" "}`],
    ] as const;
    const { importDataset } = await import('@/server/services/datasets/import-dataset');
    const { importDatasetOptions } = await import('@/lib/contracts/datasets');
    const me = testActor('owner', { workspaceId: api.workspaceId });
    const small = await importDataset(me, {
      files: texts.map(([name, text]) => new File([text], name)),
      options: importDatasetOptions.parse(named('at once', { skipBadLines: true })),
    });
    const packed = texts.map(([name, text]) => [name, text] as const);
    const sent = await send(upload(packed, named('in the background', { skipBadLines: true })));
    expect(sent.status, sent.text).toBe(202);
    const { datasetId } = await ended(sent.json.id);
    const { json: large } = await api.call('getDataset', { params: { datasetId } });
    expect(large.importReport).toEqual(small.importReport);
    expect(large).toMatchObject({
      ...{ hash: small.hash, exampleCount: small.exampleCount },
      ...{ sources: small.sources, groups: small.groups, createdBy: expect.any(String) },
    });
    const rows = async (id: string) =>
      (
        await api.database.pg.query(
          `SELECT id, position, question, expected, "contentHash" FROM "Example" WHERE "datasetId" = $1 ORDER BY position`,
          [id],
        )
      ).rows;
    expect(await rows(datasetId)).toEqual(await rows(small.id));
    const audit = await api.database.pg.query(`SELECT action FROM "AuditEntry" WHERE subject = $1`, [
      datasetId,
    ]);
    expect(audit.rows).toEqual([{ action: 'dataset.imported' }]);
    expect(await leftOf(sent.json.id)).toEqual({ parts: 0, examples: 0 });
  });

  it('is refused before the rest is sent if a column has to be chosen', async () => {
    const rest = { taken: 0 };
    const boundary = 'b0undary';
    const head = [
      `--${boundary}\r\nContent-Disposition: form-data; name="options"\r\n\r\n{"name":"open"}\r\n`,
      `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="t.csv"\r\n\r\nticket,team,part\r\n`,
    ].join('');
    const row = 'Printer jams in the hall,IT,tray\r\n'.repeat(2_000);
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(Buffer.from(head)),
      pull(stream) {
        rest.taken += row.length;
        stream.enqueue(Buffer.from(row));
        if (rest.taken > 100_000_000) stream.close();
      },
    });
    const { handle } = await servedOf(importDataset);
    const request = new Request('http://127.0.0.1:3000/api/v1/datasets', {
      ...{ method: 'POST', body, duplex: 'half' },
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        authorization: `Bearer ${api.keys.owner}`,
      },
    } as RequestInit);
    const answer = await handle(request, {});
    expect(await answer.json()).toMatchObject({
      code: 'MAPPING_UNCERTAIN',
      fields: [{ candidates: ['ticket', 'team', 'part'] }, {}],
    });
    expect(rest.taken).toBeLessThan(4_000_000);
    expect((await api.database.pg.query('SELECT 1 FROM "ImportPart"')).rows).toEqual([]);
  });

  it('lists the first bad lines, counts all of them, and imports nothing', async () => {
    const bad = Array.from({ length: 500 }, () => '{"question":1').join('\n');
    const sent = await send(upload([['bad.jsonl', `${lines(0, 8_000)}\n${bad}`]], named('bad')));
    const { state, problem, faultCount, datasetId } = await ended(sent.json.id);
    expect({ state, faultCount, datasetId }).toEqual({ state: 'failed', faultCount: 500, datasetId: null });
    expect(problem).toMatchObject({ code: 'IMPORT_REJECTED', fields: expect.any(Array) });
    expect(problem.fields).toHaveLength(100);
    expect(problem.fields[0].path).toBe('bad.jsonl:8001');
    expect(await leftOf(sent.json.id)).toEqual({ parts: 0, examples: 0 });
  });

  it('stops at the first personal data without a choice, names the lines, and is audited', async () => {
    const mail = '{"question":"Write to jane.doe@example.org","answer":"1"}';
    const head = `${lines(0, 8_000)}\n${mail}`;
    const files = [['mail.jsonl', `${head}\n${lines(8_000, 30_000)}`]] as const;
    const refused = await ended((await send(upload(files, named('mail')))).json.id);
    expect(refused).toMatchObject({ state: 'failed', problem: { code: 'PII_IN_PROMPT', ruleId: 'R-210' } });
    expect(refused.problem.fields).toHaveLength(1);
    expect(refused.problem.fields[0].message).toContain('mail.jsonl:8001, question, characters 9 to 29');
    expect(refused.records).toBeLessThan(20_000);
    expect(await leftOf(refused.id)).toEqual({ parts: 0, examples: 0 });
    await refusalsRecorded();
    const { rows: raised } = await api.database.pg.query(
      `SELECT subject, detail FROM "AuditEntry" WHERE action = 'refusal.raised' AND detail->>'via' = 'queue'`,
    );
    expect(raised).toEqual([
      { subject: 'R-210', detail: { code: 'PII_IN_PROMPT', operation: 'importDataset', via: 'queue' } },
    ]);

    const redacted = await send(
      upload([['mail.jsonl', head]], named('mail', { privacy: { choice: 'redact' } })),
    );
    const { datasetId } = await ended(redacted.json.id);
    const { rows } = await api.database.pg.query(
      `SELECT question FROM "Example" WHERE "datasetId" = $1 AND question LIKE 'Write to%'`,
      [datasetId],
    );
    expect(rows).toEqual([{ question: 'Write to [EMAIL_1]' }]);
  });

  it('leaves nothing behind when it is cancelled', async () => {
    const sent = await send(upload([['c.jsonl', lines(0, 60_000)]], named('cancelled')));
    const importId = sent.json.id;
    await expect
      .poll(async () => (await api.call('getImport', { params: { importId } })).json.records, {
        interval: 50,
      })
      .toBeGreaterThan(0);
    const cancelled = await api.call('cancelImport', { params: { importId } });
    expect(cancelled.json).toMatchObject({ state: 'cancelled', datasetId: null });
    const backends = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'waggle-import' AND datname = current_database()`;
    await expect.poll(async () => (await api.database.pg.query(backends)).rows).toEqual([]);
    expect(await leftOf(importId)).toEqual({ parts: 0, examples: 0 });
    const { rows } = await api.database.pg.query(`SELECT 1 FROM "Dataset" WHERE name = 'cancelled'`);
    expect(rows).toEqual([]);
  });
});

describe('a small file that unpacks to a large one', () => {
  const newlines = new Uint8Array(gzipSync(Buffer.alloc(62_000_000, 10)));
  const record = `{"question":"${'a'.repeat(30_000)}","answer":"b"}
`;
  const records = new Uint8Array(gzipSync(Buffer.from(record.repeat(14_000))));

  it.each([
    ['61 kB of newlines', newlines],
    ['443 kB of records', records],
  ])('holds up neither the web process nor the worker (%s)', async (name, packed) => {
    // Modules that load at first use must not count.
    await send(upload([['warm.jsonl', lines(0, 10)]], named(`before ${name}`)));
    const restMb = process.memoryUsage.rss() / 1e6;
    let mostMb = restMb;
    const watch = setInterval(() => {
      mostMb = Math.max(mostMb, process.memoryUsage.rss() / 1e6);
    }, 20);
    // CPU time of this thread only, so that other load does not count: another thread reads the file.
    const before = process.threadCpuUsage();
    const turns = watchTurns();
    const sent = await send(upload([['bomb.jsonl.gz', packed]], named(`bomb ${name}`)));
    const longestTurnMs = turns.end();
    expect(sent.status, sent.text).toBe(202);
    const { state, problem } = await ended(sent.json.id);
    const own = process.threadCpuUsage(before);
    expect((own.user + own.system) / 1e6).toBeLessThan(2);
    clearInterval(watch);
    expect(longestTurnMs).toBeLessThan(300);
    expect(mostMb - restMb).toBeLessThan(250);
    expect(state).toBe('failed');
    expect(problem.code).toBe('BODY_TOO_LARGE');
  });

  it('is refused at once if its start holds no record', async () => {
    const sent = await send(upload([['n.jsonl.gz', newlines]], { name: 'nothing' }));
    expect(sent.json).toMatchObject({ status: 400, code: 'IMPORT_REJECTED' });
  });
});
