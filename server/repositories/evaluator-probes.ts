import type pg from 'pg';
import type { EvaluatorFacts, EvaluatorKind, ProbeReading } from '@/lib/domain/evaluator-probe';
import type { ChatMessage } from '@/lib/ports/language-model';
import { db } from '@/server/db/client';
import { Prisma } from '@/server/db/generated/client';
import { jsonColumn } from '@/server/db/stored-json';
import { answersOf, type ProbeAnswer } from './stored-probe';

/**
 * Probe sets of evaluators and each time that one was scored again. What is kept of an answer is what the evaluator was
 * asked about it, by the hashes of its texts, so that it can be asked the same, word for word. Knows no model.
 */
type Tx = Prisma.TransactionClient;

export interface ScoredCall extends Omit<ProbeAnswer, 'score'> {
  /** The evaluator's reply. */
  readonly text: string;
}

interface Wanted {
  readonly runId: string;
  readonly purpose: 'judge' | 'environment';
  readonly model: string;
  /** Names the draw, so that it can be repeated. */
  readonly drawnBy: string;
  readonly limit: number;
}

/** Answers that a run's evaluator has scored, one an example, drawn by their hash. */
export function drawScoredCalls(
  { runId, purpose, model, drawnBy, limit }: Wanted,
  tx: Tx,
): Promise<ScoredCall[]> {
  return tx.$queryRaw<ScoredCall[]>`
    SELECT key, messages, text FROM (
      SELECT DISTINCT ON (subject) key, messages, outcome->>'text' AS text
      FROM "JournalCall"
      WHERE "runId" = ${runId} AND purpose = ${purpose} AND model = ${model} AND outcome->>'ok' = 'true'
      ORDER BY subject, md5(key || ${drawnBy})
    ) AS drawn ORDER BY md5(key || ${drawnBy}) LIMIT ${limit}`;
}

export interface NewProbe {
  readonly canaryId: string;
  readonly kind: EvaluatorKind;
  readonly answers: readonly ProbeAnswer[];
  readonly takenAt: Date;
}

export async function createProbeRow({ answers, ...probe }: NewProbe, tx: Tx): Promise<void> {
  await tx.evaluatorProbe.create({ data: { ...probe, answers: jsonColumn(answers), n: answers.length } });
}

/** State of a canary's evaluator, for a query with a row named `canary`; null where no probe set was kept. */
export const EVALUATOR_OF_CANARY = Prisma.sql`
  (SELECT jsonb_build_object('kind', probe.kind, 'answers', probe.n, 'isUsed', probe."scoredAt" IS NOT NULL,
      'wantedAtMs', (extract(epoch FROM probe."wantedAt") * 1000)::float8,
      'latest', (SELECT jsonb_build_object('n', reading.n, 'meanThen', reading."meanThen", 'mean', reading.mean,
          'standardError', reading."standardError", 'shift', reading.shift, 'p', reading.p,
          'at', to_char(reading.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        FROM "EvaluatorReading" AS reading WHERE reading."canaryId" = canary.id ORDER BY reading.at DESC LIMIT 1))
    FROM "EvaluatorProbe" AS probe WHERE probe."canaryId" = canary.id)`;

export interface KeptEvaluator extends EvaluatorFacts {
  /** A verdict waits for a reading since then. */
  readonly wantedAtMs: number | null;
}

export async function findEvaluator(canaryId: string): Promise<KeptEvaluator | null> {
  const [row] = await db().$queryRaw<{ evaluator: KeptEvaluator | null }[]>`
    SELECT ${EVALUATOR_OF_CANARY} AS evaluator FROM "Canary" AS canary WHERE canary.id = ${canaryId}`;
  return row?.evaluator ?? null;
}

/** The first time that it scores a pair; later ones change nothing. */
export async function noteScoring(pool: pg.Pool, canaryId: string, at: Date): Promise<void> {
  await pool.query(
    'UPDATE "EvaluatorProbe" SET "scoredAt" = $2 WHERE "canaryId" = $1 AND "scoredAt" IS NULL',
    [canaryId, at],
  );
}

export async function wantReading(canaryId: string, at: Date, tx: Tx): Promise<void> {
  await tx.evaluatorProbe.update({ where: { canaryId }, data: { wantedAt: at } });
}

interface Due {
  /** Sets that were last scored before this are due. */
  readonly before: Date;
  readonly answersMin: number;
  /** Left out: all. */
  readonly canaryId?: string;
}

/** Canaries with a judge or program as evaluator and a scored probe set, whose last reading is missing, too old,
 * or older than the verdict's request for one. */
export async function findDueProbes({ before, answersMin, canaryId }: Due): Promise<readonly string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT canary.id FROM "EvaluatorProbe" AS probe JOIN "Canary" AS canary ON canary.id = probe."canaryId"
    LEFT JOIN LATERAL (
      SELECT max(at) AS at FROM "EvaluatorReading" WHERE "canaryId" = canary.id
    ) AS latest ON true
    WHERE canary.state IN ('shadow', 'watch') AND probe.kind IN ('judge', 'program') AND probe.n >= ${answersMin}
      AND probe."scoredAt" IS NOT NULL AND (${canaryId ?? null}::text IS NULL OR canary.id = ${canaryId ?? null})
      AND (latest.at IS NULL OR latest.at <= ${before} OR latest.at < probe."wantedAt")
    ORDER BY canary."createdAt"`;
  return rows.map(({ id }) => id);
}

export interface ProbeSet {
  readonly kind: EvaluatorKind;
  readonly answers: readonly (Pick<ProbeAnswer, 'key' | 'score'> & {
    readonly messages: readonly ChatMessage[];
  })[];
}

/** With its texts; an answer of which one is gone is left out. */
export async function readProbeSet(canaryId: string): Promise<ProbeSet> {
  const row = await db().evaluatorProbe.findUniqueOrThrow({ where: { canaryId } });
  const answers = answersOf(row);
  const hashes = [...new Set(answers.flatMap(({ messages }) => messages.map(({ textHash }) => textHash)))];
  const texts = await db().text.findMany({ where: { hash: { in: hashes } } });
  const bodies = new Map(texts.map(({ hash, body }) => [hash, body]));
  const whole = answers.flatMap(({ messages, ...answer }) => {
    const known = messages.flatMap(({ role, textHash }) => {
      const content = bodies.get(textHash);
      return content === undefined ? [] : [{ role, content }];
    });
    return known.length === messages.length ? [{ ...answer, messages: known }] : [];
  });
  return { kind: row.kind as EvaluatorKind, answers: whole };
}

export interface NewReading extends ProbeReading {
  readonly canaryId: string;
  readonly at: Date;
  readonly costUsd: number | null;
}

export async function addReading(reading: NewReading): Promise<void> {
  await db().evaluatorReading.create({ data: reading });
}

export interface ProbeCall {
  readonly canaryId: string;
  readonly at: Date;
  readonly key: string;
  readonly isScored: boolean;
  /** Null = not known. */
  readonly costUsd: number | null;
}

export async function addProbeCall(call: ProbeCall): Promise<void> {
  await db().probeCall.create({ data: call });
}

/** All calls of a canary's probes, with a reading or without; dollars of the calls whose cost is known. */
export async function sumProbeCalls(canaryId: string) {
  const { _count, _sum } = await db().probeCall.aggregate({
    where: { canaryId },
    _count: { _all: true, costUsd: true },
    _sum: { costUsd: true },
  });
  return { calls: _count._all, unpriced: _count._all - _count.costUsd, usd: _sum.costUsd ?? 0 };
}
