import type { FactData } from '@/lib/domain/ledger-entry';
import type { ScoreFacts } from '@/lib/domain/score-doubt';
import { calibratedSentence } from '@/lib/words/evaluator';
import { db } from '@/server/db/client';

/**
 * Doubts about the held-out scores of runs, for a whole list in one statement. Answers that were invalidated count
 * where the run had used them: a call of its journal with the same prompt was answered before the invalidation.
 * Cost: two look-ups by index per run; the journal is read only where answers to its best prompt were invalidated.
 */
interface Row {
  readonly id: string;
  readonly usedToTune: boolean | null;
  readonly usedToTuneNote: string | null;
  readonly answers: number;
  readonly by: string | null;
  readonly reason: string | null;
  readonly calibrated: FactData['evaluator.calibrated'] | null;
  readonly isExploratory: boolean;
}

export async function readScoreFacts(
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ScoreFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await db().$queryRaw<Row[]>`
    SELECT run.id, split."usedToTune", split."usedToTuneNote", aside.answers, aside.by, aside.reason,
      judge.calibrated, run.kind = 'exploratory' AS "isExploratory"
    FROM "Run" run
    LEFT JOIN "SplitRegistration" split ON split.id = run.manifest #>> '{split,registrationId}'
    CROSS JOIN LATERAL (
      SELECT count(DISTINCT kept."inputHash")::int AS answers,
        (array_agg(kept."invalidatedBy" ORDER BY kept."invalidatedAt" DESC))[1] AS by,
        (array_agg(kept."invalidationReason" ORDER BY kept."invalidatedAt" DESC))[1] AS reason
      FROM "Evaluation" kept
      WHERE kept."workspaceId" = run."workspaceId" AND kept."invalidatedAt" IS NOT NULL
        AND kept."candidateHash" = run.summary ->> 'bestCandidateHash'
        AND EXISTS (
          SELECT 1 FROM "JournalCall" call
          WHERE call."runId" = run.id AND call.purpose = 'evaluate' AND call."promptHash" = kept."inputHash"
            AND call."answeredAt" < kept."invalidatedAt")
    ) aside
    LEFT JOIN LATERAL (
      SELECT CASE WHEN entry.type = 'evaluator.calibrated' THEN entry.data END AS calibrated
      FROM "LedgerEntry" entry
      WHERE entry."runId" = run.id AND entry.type IN ('evaluator.calibrated', 'evaluator.reverted')
      ORDER BY entry.seq DESC LIMIT 1
    ) judge ON true
    WHERE run."workspaceId" = ${workspaceId} AND run.id = ANY(${[...ids]})`;
  return new Map(rows.map((row) => [row.id, factsOf(row)]));
}

function factsOf({ answers, by, reason, calibrated, isExploratory, ...split }: Row): ScoreFacts {
  return {
    split,
    isExploratory,
    putAside: answers === 0 ? null : { answers, by: by ?? 'Someone', reason: reason ?? '' },
    judge: calibrated && { verdict: calibrated.verdict, explanation: calibratedSentence(calibrated) },
  };
}
