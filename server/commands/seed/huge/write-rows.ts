import type pg from 'pg';
import type { Fact } from '@/lib/domain/ledger-entry';
import type { MadeUpCall, Written } from './made-up-record';

/** Made-up facts, calls and texts into their tables, a statement each for thousands. */
export interface RowsOfRun extends Written {
  readonly runId: string;
  /** Of the last fact that stands already. */
  readonly lastSeq: number;
}

export async function writeRows(client: pg.ClientBase, portions: readonly RowsOfRun[]): Promise<void> {
  const texts = new Map(portions.flatMap((portion) => [...portion.texts]));
  await client.query(INSERT_TEXTS, [[...texts.keys()], [...texts.values()]]);
  // Before the facts that rest on them, as in a real run: a trace is found by what its calls brought.
  await writeCalls(
    client,
    portions.flatMap(({ runId, calls }) => calls.map((call) => ({ runId, call }))),
  );
  await writeFacts(
    client,
    portions.flatMap(({ runId, lastSeq, facts }) =>
      facts.map((fact, index) => ({ runId, seq: lastSeq + index + 1, fact })),
    ),
  );
}

const INSERT_TEXTS = `
INSERT INTO "Text" (hash, body) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT (hash) DO NOTHING`;

interface FactRow {
  readonly runId: string;
  readonly seq: number;
  readonly fact: Fact;
}

async function writeFacts(client: pg.ClientBase, rows: readonly FactRow[]): Promise<void> {
  await client.query(
    `INSERT INTO "LedgerEntry" ("runId", seq, type, key, data, measured, at)
     SELECT f.run, f.seq, f.type, f.key, f.data::jsonb, f.measured::jsonb, to_timestamp(f.at / 1000)
     FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::float8[])
       AS f(run, seq, type, key, data, measured, at)`,
    [
      rows.map(({ runId }) => runId),
      rows.map(({ seq }) => seq),
      rows.map(({ fact }) => fact.type),
      rows.map(({ fact }) => fact.key),
      rows.map(({ fact }) => JSON.stringify(fact.data)),
      rows.map(({ fact }) => JSON.stringify(fact.measured)),
      rows.map(({ fact }) => fact.measured.atMs),
    ],
  );
}

interface CallRow {
  readonly runId: string;
  readonly call: MadeUpCall;
}

async function writeCalls(client: pg.ClientBase, rows: readonly CallRow[]): Promise<void> {
  const of = <Value>(read: (call: MadeUpCall) => Value) => rows.map(({ call }) => read(call));
  await client.query(INSERT_CALLS, [
    rows.map(({ runId }) => runId),
    of(({ key }) => key),
    of(({ iteration }) => iteration),
    of(({ purpose }) => purpose),
    of(({ role }) => role),
    of(({ model }) => model),
    of(({ subject }) => subject),
    of(({ promptHash }) => promptHash),
    of(({ paramsHash }) => paramsHash),
    of(({ messages }) => JSON.stringify(messages)),
    of(({ sentAtMs }) => sentAtMs),
    of(({ sentAtMs, outcome }) => sentAtMs + outcome.delayMs),
    of(({ outcome }) => JSON.stringify(outcome)),
    of(({ outcome }) => outcome.tokensIn),
    of(({ outcome }) => outcome.tokensOut),
    of(({ outcome }) => outcome.delayMs),
    of(({ costUsd }) => costUsd),
  ]);
}

const INSERT_CALLS = `
INSERT INTO "JournalCall" ("runId", key, iteration, purpose, role, model, subject, "promptHash", "paramsHash", messages,
  "sentAt", "answeredAt", outcome, "tokensIn", "tokensOut", "delayMs", attempts, "costUsd", "spendUsd", worker)
SELECT c.run, c.key, c.iteration, c.purpose, c.role, c.model, c.subject, c.prompt, c.params, c.messages::jsonb,
  to_timestamp(c.sent / 1000), to_timestamp(c.answered / 1000), c.outcome::jsonb, c.tokens_in, c.tokens_out, c.delay,
  1, c.cost, c.cost, 'seed'
FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
  $10::text[], $11::float8[], $12::float8[], $13::text[], $14::int[], $15::int[], $16::float8[], $17::float8[])
  AS c(run, key, iteration, purpose, role, model, subject, prompt, params, messages, sent, answered, outcome,
    tokens_in, tokens_out, delay, cost)`;
