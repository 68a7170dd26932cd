import type pg from 'pg';
import { type EvaluationCache, type EvaluationKey, evaluationKeyHash } from '@/lib/ports/evaluation-cache';
import type { ModelReply } from '@/lib/ports/language-model';
import { holdingOut } from './database-fault';
import { groupCommit } from './group-commit';
import { storable } from './storable';

/**
 * The evaluation cache of a workspace on Postgres. Lookups and writes of one moment share a statement, so that a
 * measurement of hundreds of examples asks a handful of times. An answer that was invalidated stays as a row with who,
 * when and why; the next answer under its key is one generation later.
 */
export interface CacheOwner {
  readonly workspaceId: string;
  /** Whose answers are kept; shown beside them. */
  readonly runId: string;
}

interface Kept {
  readonly key: EvaluationKey;
  readonly reply: ModelReply;
}

export function postgresEvaluationCache(pool: pg.Pool, owner: CacheOwner): EvaluationCache {
  const find = groupCommit((hashes: readonly string[]) =>
    holdingOut(async () => {
      const { rows } = await pool.query<{ key: string; reply: ModelReply }>(FIND, [
        owner.workspaceId,
        hashes,
      ]);
      const found = new Map(rows.map(({ key, reply }) => [key, reply]));
      return hashes.map((hash) => found.get(hash));
    }),
  );
  const keep = groupCommit((kept: readonly Kept[]) =>
    holdingOut(async () => {
      await pool.query(KEEP, keepValues(owner, kept));
      return kept.map(() => undefined);
    }),
  );
  return {
    find: (key) => find(evaluationKeyHash(key)),
    keep: (key, reply) => keep({ key, reply }),
  };
}

const FIND = `
SELECT key, reply FROM "Evaluation"
WHERE "workspaceId" = $1 AND key = ANY($2::text[]) AND "invalidatedAt" IS NULL`;

/** One row a key, the first: a statement may not insert a key twice. */
function keepValues({ workspaceId, runId }: CacheOwner, kept: readonly Kept[]): unknown[] {
  const byHash = new Map([...kept].reverse().map((one) => [evaluationKeyHash(one.key), one]));
  const rows = [...byHash];
  const column = (read: (key: EvaluationKey) => string | number) => rows.map(([, { key }]) => read(key));
  return [
    workspaceId,
    runId,
    rows.map(([hash]) => hash),
    column((key) => key.namespace),
    column((key) => key.candidateHash),
    column((key) => key.inputHash),
    column((key) => key.evaluatorHash),
    column((key) => key.servingModelHash),
    column((key) => key.paramsHash),
    column((key) => key.repetition),
    rows.map(([, { reply }]) => JSON.stringify(storable(reply))),
  ];
}

/** In the order of the keys, so that two writers who meet on the same ones take their locks alike. */
const KEEP = `
INSERT INTO "Evaluation" ("workspaceId", "runId", key, generation, namespace, "candidateHash", "inputHash",
  "evaluatorHash", "servingModelHash", "paramsHash", repetition, reply)
SELECT $1, $2, e.key,
  (SELECT COALESCE(max(old.generation) + 1, 0) FROM "Evaluation" AS old WHERE old."workspaceId" = $1 AND old.key = e.key),
  e.namespace, e.candidate, e.input, e.evaluator, e.model, e.params, e.repetition, e.reply::jsonb
FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::int[], $11::text[])
  AS e(key, namespace, candidate, input, evaluator, model, params, repetition, reply)
WHERE NOT EXISTS (
  SELECT 1 FROM "Evaluation" AS valid
  WHERE valid."workspaceId" = $1 AND valid.key = e.key AND valid."invalidatedAt" IS NULL)
ORDER BY e.key
ON CONFLICT DO NOTHING`;
