import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { contentHash } from '@/lib/domain/content-hash';
import { type Rng, seededRng } from '@/lib/random/seeded-rng';
import { longTrajectory } from '@/lib/testing/builders/long-trajectory';
import { packTrajectory } from '@/server/repositories/trajectories';

/**
 * Traces of 20 steps over 90 days, written by COPY: eight services of unequal traffic, each with tools, prompts and users
 * of its own, tasks and answers of words whose frequency falls as their rank. Indexes are built afterwards.
 */
export const SERVICES = ['desk', 'billing', 'search', 'returns', 'stock', 'legal', 'travel', 'lab'] as const;
export const DAYS = 90;
const DAY_MS = 86_400_000;
const VOCABULARY = 5_000;
const STEPS = 20;

export const toolOf = (service: string, index: number) => `${service}_tool_${index}`;
/** Rank 0 is in every second trace; the last in a few of a million. */
export const wordOf = (rank: number) => `word${rank.toString(36)}`;

export interface ManyTraces {
  readonly workspaceId: string;
  readonly count: number;
  readonly newestMs: number;
}

export async function writeManyTraces(client: pg.Client, many: ManyTraces): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `SELECT indexname AS name, indexdef AS made FROM pg_indexes WHERE tablename = 'Trace' AND indexname <> 'Trace_pkey'`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`);
  const packed = await packTrajectory(longTrajectory({ agentSteps: STEPS - 2 }));
  const trajectory = [`\\\\x${packed.body.toString('hex')}`, 'gzip', STEPS, 0, packed.characters];
  await copy(
    client,
    `"Trajectory" ("workspaceId", hash, body, encoding, steps, "toolErrors", characters)`,
    many,
    ({ id }) => [many.workspaceId, contentHash(id), ...trajectory],
  );
  await copy(
    client,
    `"Trace" (${Object.keys(columnsOf(rowAt(0, many), many))
      .map((name) => `"${name}"`)
      .join(', ')})`,
    many,
    (row) => Object.values(columnsOf(row, many)),
  );
  for (const { made } of indexes) await client.query(made);
  await client.query('VACUUM ANALYZE "Trace"');
}

async function copy(
  client: pg.Client,
  target: string,
  many: ManyTraces,
  valuesOf: (row: MadeTrace) => readonly unknown[],
): Promise<void> {
  const lines = function* () {
    for (let index = 0; index < many.count; index += 1)
      yield `${valuesOf(rowAt(index, many))
        .map((value) => value ?? '\\N')
        .join('\t')}\n`;
  };
  await pipeline(Readable.from(inBlocks(lines())), client.query(copyFrom(`COPY ${target} FROM STDIN`)));
}

/** A write for each row would cost more than the row. */
function* inBlocks(lines: Iterable<string>): Generator<string> {
  let block = '';
  for (const line of lines) {
    block += line;
    if (block.length < 64_000) continue;
    yield block;
    block = '';
  }
  if (block !== '') yield block;
}

interface MadeTrace {
  readonly id: string;
  readonly startedMs: number;
  readonly service: string;
  readonly rng: Rng;
}

function rowAt(index: number, { count, newestMs }: ManyTraces): MadeTrace {
  const rng = seededRng(`many-traces/${index}`);
  const startedMs = Math.round(newestMs - (index / count) * DAYS * DAY_MS);
  return { id: contentHash(`trace ${index}`).slice(0, 32), startedMs, service: ranked(SERVICES, rng), rng };
}

function columnsOf({ id, startedMs, service, rng }: MadeTrace, { workspaceId }: ManyTraces) {
  const at = new Date(startedMs).toISOString();
  const outcome = rng.nextFloat();
  const score = outcome < 0.15 ? null : outcome < 0.3 ? 0 : outcome < 0.45 ? 0.5 : 1;
  const tools = [0, 1, 2].map(() => toolOf(service, rng.nextInt(0, 9)));
  return {
    ...{ workspaceId, id, source: 'otlp', state: 'complete', service, name: 'run', agentName: service },
    models: `{model-${rng.nextInt(0, 3)}}`,
    tools: `{${[...new Set(tools)].join(',')}}`,
    ...{
      promptName: service,
      promptVersion: rng.nextInt(1, 12),
      sessionId: `session-${rng.nextInt(0, 200_000)}`,
    },
    ...{ task: text(20, rng), output: text(30, rng), error: rng.nextFloat() < 0.03 ? 'TimeoutError' : null },
    ...{ startedAt: at, receivedAt: at, assembledAt: at, durationMs: rng.nextInt(500, 60_000) },
    ...{ steps: STEPS, modelCalls: STEPS - 2, toolCalls: STEPS - 2, toolErrors: 0 },
    ...{
      tokensIn: rng.nextInt(500, 60_000),
      tokensOut: rng.nextInt(50, 6_000),
      costUsd: rng.nextFloat() / 10,
    },
    ...{
      score,
      scoredBy: score === null ? null : 'event',
      trajectoryHash: contentHash(id),
      taskHash: contentHash(`task ${id}`),
    },
    ...{ unread: '{}', bytes: 4_000 },
  };
}

const text = (words: number, rng: Rng) =>
  Array.from({ length: words }, () => wordOf(Math.floor(VOCABULARY ** rng.nextFloat()) - 1)).join(' ');

/** The first of n is drawn n times as often as the last. */
function ranked<Value>(values: readonly Value[], rng: Rng): Value {
  const total = (values.length * (values.length + 1)) / 2;
  let left = rng.nextInt(1, total);
  for (const [index, value] of values.entries()) {
    left -= values.length - index;
    if (left <= 0) return value;
  }
  throw new RangeError('There is nothing to choose from.');
}
