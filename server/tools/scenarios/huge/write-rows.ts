import type pg from 'pg';
import type { Fact } from '@/lib/domain/ledger-entry';
import type { MadeUpCall } from './made-up-record';
import type { EndedRow, OpenRun } from './made-up-run-row';

/**
 * Inserts made-up runs, facts, calls and texts: one statement for thousands of rows, sent as one JSON text,
 * which is the fastest serialization in JavaScript.
 */
export interface Rows {
  readonly runs: OpenRun[];
  readonly texts: Map<string, string>;
  readonly calls: { readonly runId: string; readonly call: MadeUpCall }[];
  readonly facts: { readonly runId: string; readonly seq: number; readonly fact: Fact }[];
  readonly ended: EndedRow[];
}

export const noRows = (): Rows => ({ runs: [], texts: new Map(), calls: [], facts: [], ended: [] });

/** `isSilent`: bypasses the ledger's triggers; the caller then writes the rows that they would have kept. */
export async function writeRows(client: pg.ClientBase, rows: Rows, isSilent: boolean): Promise<void> {
  await client.query(INSERT_RUNS, [JSON.stringify(rows.runs.map(runRow))]);
  await client.query(INSERT_TEXTS, [JSON.stringify(Object.fromEntries(rows.texts))]);
  // Calls before the facts that refer to them, as in a real run: a trace is indexed by its calls' contents.
  await client.query(INSERT_CALLS, [JSON.stringify(rows.calls.map(callRow))]);
  // Foreign keys are triggers too: the runs are locked, so that no fact outlives its run.
  await client.query('SELECT FROM "Run" WHERE id = ANY($1) FOR KEY SHARE', [
    [...new Set(rows.facts.map(({ runId }) => runId))],
  ]);
  if (isSilent) await client.query('SET LOCAL session_replication_role = replica');
  await client.query(INSERT_FACTS, [JSON.stringify(rows.facts.map(factRow))]);
  if (isSilent) await client.query('SET LOCAL session_replication_role = origin');
  await client.query(END_RUNS, [JSON.stringify(rows.ended)]);
}

const runRow = ({ runId, arm, manifest, manifestHash, label, seed, createdAt }: OpenRun) => ({
  ...{ id: runId, workspace: arm.workspaceId, experiment: arm.experimentId, kind: manifest.kind },
  ...{ label, seed, manifest, hash: manifestHash, by: arm.createdBy, created: createdAt },
});

// Paused during the import, so that no worker claims it.
const INSERT_RUNS = `
INSERT INTO "Run" (id, "workspaceId", "experimentId", kind, label, seed, manifest, "manifestHash", status, control,
  practice, "createdBy", "createdAt")
SELECT r.id, r.workspace, r.experiment, r.kind::"RunKind", r.label, r.seed, r.manifest, r.hash, 'paused', 'pause', true,
  r.by, r.created
FROM jsonb_to_recordset($1::jsonb) AS r(id text, workspace text, experiment text, kind text, label text, seed int,
  manifest jsonb, hash text, by text, created timestamptz)`;

const INSERT_TEXTS = `
INSERT INTO "Text" (hash, body) SELECT * FROM jsonb_each_text($1::jsonb) ON CONFLICT (hash) DO NOTHING`;

type CallRow = Rows['calls'][number];

const callRow = ({
  runId,
  call: { sentAtMs, outcome, promptHash, paramsHash, costUsd, ...call },
}: CallRow) => ({
  ...{ ...call, run: runId, prompt: promptHash, params: paramsHash, cost: costUsd, outcome },
  ...{ sent: sentAtMs, answered: sentAtMs + outcome.delayMs, delay: outcome.delayMs },
  ...{ tin: outcome.tokensIn, tout: outcome.tokensOut },
});

const INSERT_CALLS = `
INSERT INTO "JournalCall" ("runId", key, iteration, purpose, role, model, subject, "promptHash", "paramsHash", messages,
  "sentAt", "answeredAt", outcome, "tokensIn", "tokensOut", "delayMs", attempts, "costUsd", "spendUsd", worker)
SELECT c.run, c.key, c.iteration, c.purpose, c.role, c.model, c.subject, c.prompt, c.params, c.messages,
  to_timestamp(c.sent / 1000), to_timestamp(c.answered / 1000), c.outcome, c.tin, c.tout, c.delay, 1, c.cost, c.cost,
  'seed'
FROM jsonb_to_recordset($1::jsonb) AS c(run text, key text, iteration int, purpose text, role text, model text,
  subject text, prompt text, params text, messages jsonb, sent float8, answered float8, outcome jsonb, tin int, tout int,
  delay float8, cost float8)`;

const factRow = ({ runId, seq, fact: { type, key, data, measured } }: Rows['facts'][number]) => ({
  ...{ run: runId, seq, type, key, data, measured, at: measured.atMs },
});

const INSERT_FACTS = `
INSERT INTO "LedgerEntry" ("runId", seq, type, key, data, measured, at)
SELECT f.run, f.seq, f.type, f.key, f.data, f.measured, to_timestamp(f.at / 1000)
FROM jsonb_to_recordset($1::jsonb)
  AS f(run text, seq int, type text, key text, data jsonb, measured jsonb, at float8)`;

const END_RUNS = `
UPDATE "Run" AS run SET status = e.status::"RunStatus", control = e.control::"RunControl", "lastSeq" = e."lastSeq",
  summary = e.summary, "startedAt" = to_timestamp(e."startedAtMs" / 1000), "endedAt" = to_timestamp(e."endedAtMs" / 1000),
  "runHash" = e."runHash", "statusReason" = e."statusReason"
FROM jsonb_to_recordset($1::jsonb) AS e("runId" text, status text, control text, "lastSeq" int, summary jsonb,
  "startedAtMs" float8, "endedAtMs" float8, "runHash" text, "statusReason" text)
WHERE run.id = e."runId"`;
