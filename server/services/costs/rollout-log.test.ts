import { parse } from 'csv-parse/sync';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import type { RolloutRow } from '@/lib/domain/rollout-row';
import { NOT_EVALUATED, NOT_MEASURED, ROLLOUT_LOG_COLUMNS } from '@/lib/report/cost-rollout-log';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { type ReadRollouts, type RolloutLogFormat, rolloutLog } from './rollout-log';

const RUN = {
  runId: 'run_1',
  manifest: buildManifest(),
  practice: true,
  heldOut: new Map([['candidate-1', 0.75]]),
};

function rollout(seq: number): RolloutRow {
  const isTrain = seq % 2 === 0;
  return {
    seq,
    iteration: Math.floor(seq / 100),
    ordinal: seq % 100,
    split: isTrain ? 'train' : 'heldOut',
    exampleId: seq % 5 === 0 ? `=HYPERLINK("x",${seq})` : `example-${seq}`,
    candidateHash: `candidate-${seq % 3}`,
    score: seq % 2,
    cause: seq % 7 === 0 ? 'timedOut' : null,
    tokensIn: 100 + seq,
    tokensOut: 7,
    costUsd: seq % 11 === 0 ? null : seq / 1e6,
    delayMs: 12.5,
    gpuSeconds: seq % 3 === 0 ? null : 0.25,
    at: '2026-11-21T12:00:00.000Z',
  };
}

/** A run of so many rollouts, made as they are read. */
function runOf(count: number) {
  let read = 0;
  const port: ReadRollouts = async (after, limit) => {
    const length = Math.min(limit, count - after);
    read = after + length;
    return Array.from({ length }, (_, index) => rollout(after + index + 1));
  };
  return { port, readSoFar: () => read };
}

async function bytesOf(format: RolloutLogFormat, count: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of rolloutLog(RUN, format, runOf(count).port)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

const NAMES = Object.keys(ROLLOUT_LOG_COLUMNS);

describe('the log of rollouts', () => {
  it('R-209: has every column filled in every line, in words where nothing was evaluated or measured', async () => {
    const text = Buffer.from(await bytesOf('jsonl', 2500)).toString();
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toHaveLength(2500);
    for (const line of lines) {
      expect(Object.keys(line)).toEqual(NAMES);
      expect(Object.values(line).every((value) => value !== null && value !== '')).toBe(true);
    }
    const [held, trained, third] = lines;
    expect(held).toMatchObject({ split: 'heldOut', heldOutScore: 1, trainScore: NOT_EVALUATED });
    expect(held).toMatchObject({ promptHeldOutScore: 0.75, gpuSeconds: 0.25, practice: true });
    expect(trained).toMatchObject({ trainScore: 0, heldOutScore: NOT_EVALUATED });
    expect(trained).toMatchObject({ promptHeldOutScore: NOT_EVALUATED });
    expect(third).toMatchObject({ gpuSeconds: NOT_MEASURED });
  });

  it('says the same as CSV, where nothing that a spreadsheet would run is left as it came', async () => {
    const text = Buffer.from(await bytesOf('csv', 300)).toString();
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    expect(Object.keys(rows[0] ?? {})).toEqual(NAMES);
    expect(rows).toHaveLength(300);
    expect(rows[4]?.exampleId).toBe(`'=HYPERLINK("x",5)`);
    for (const row of rows) {
      for (const value of Object.values(row)) expect(value).toMatch(/^[^=+\-@\t\r]/);
    }
  });

  it('says the same as Parquet, in columns with types, where what is absent is null', async () => {
    const bytes = await bytesOf('parquet', 12_345);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const { schema, num_rows, row_groups } = parquetMetadata(file);
    expect(Number(num_rows)).toBe(12_345);
    expect(row_groups.length).toBeGreaterThan(1);
    expect(schema.slice(1).map(({ name }) => name)).toEqual(NAMES);
    const typeOf = (column: string) => {
      const { type, converted_type, repetition_type } = schema.find(({ name }) => name === column) ?? {};
      return [type, converted_type, repetition_type].filter((one) => one !== undefined).join(' ');
    };
    for (const name of ['costUsd', 'gpuSeconds', 'delayMs', 'score', 'heldOutScore', 'promptHeldOutScore'])
      expect(typeOf(name), name).toBe('DOUBLE OPTIONAL');
    for (const name of ['seq', 'iteration', 'tokensIn', 'tokens'])
      expect(typeOf(name)).toBe('INT32 REQUIRED');
    expect(typeOf('practice')).toBe('BOOLEAN REQUIRED');
    expect(typeOf('at')).toBe('INT64 TIMESTAMP_MILLIS REQUIRED');
    expect(typeOf('exampleId')).toBe('BYTE_ARRAY UTF8 REQUIRED');
    const rows = await parquetReadObjects({ file });
    expect(rows[0]).toMatchObject({
      seq: 1,
      at: new Date('2026-11-21T12:00:00.000Z'),
      score: 1,
      heldOutScore: 1,
      trainScore: null,
      practice: true,
    });
    expect(rows[10]).toMatchObject({ seq: 11, costUsd: null });
    expect(rows[12_344]).toMatchObject({ seq: 12_345, tokensIn: 12_445, gpuSeconds: null });
    const sum = rows.reduce((total, { costUsd }) => total + (costUsd ?? 0), 0);
    const expected = Array.from({ length: 12_345 }, (_, index) => rollout(index + 1).costUsd ?? 0);
    expect(sum).toBeCloseTo(
      expected.reduce((total, usd) => total + usd, 0),
      9,
    );
  });

  it.each(['csv', 'jsonl', 'parquet'] as const)(
    'holds one page of 100,000 rollouts at a time (%s)',
    async (format) => {
      const { port, readSoFar } = runOf(100_000);
      let bytes = 0;
      let largest = 0;
      let chunks = 0;
      for await (const chunk of rolloutLog(RUN, format, port)) {
        // Nothing is read before what was read is handed on.
        expect(readSoFar()).toBeLessThanOrEqual((chunks + 1) * 10_000);
        chunks += 1;
        bytes += chunk.length;
        largest = Math.max(largest, chunk.length);
      }
      expect(readSoFar()).toBe(100_000);
      expect(largest).toBeLessThan(bytes / 5);
    },
  );
});
