import { contentHash } from '@/lib/domain/content-hash';
import { db } from '@/server/db/client';
import { ledgerPool } from '@/server/ledger/pool';

/**
 * The training rollouts of a run as collected traces: task, answer, trajectory, and the score and words of the evaluator,
 * as an exporter with evaluation events would have sent them.
 */
interface Collecting {
  readonly runId: string;
  /** Names the traces, so that samples find them. */
  readonly promptName: string;
}

interface Row {
  readonly id: string;
  readonly question: string;
  readonly output: string | null;
  readonly trajectoryHash: string | null;
  readonly startedAt: Date;
  readonly reply: string | null;
}

/** The last attempt of each rollout, with the reply of the evaluator to its answer. */
const ROLLOUTS = `
  SELECT DISTINCT ON (rollout.id) rollout.id, rollout.input->>'question' AS question,
    rollout.outcome->'output'->>'text' AS output, rollout."trajectoryHash", rollout."startedAt",
    scored.outcome->>'text' AS reply
  FROM "Rollout" AS rollout
  JOIN "JournalCall" AS answered ON answered."runId" = rollout."runId" AND answered.purpose = 'generate'
    AND answered.outcome->'rollout'->>'rolloutId' = rollout.id
  LEFT JOIN "JournalCall" AS scored ON scored."runId" = rollout."runId" AND scored.purpose = 'environment'
    AND scored.iteration = answered.iteration AND scored.subject = answered.subject
  WHERE rollout."runId" = $1 AND rollout.purpose = 'training'
  ORDER BY rollout.id, rollout.attempt DESC`;

export async function collectTraces(workspaceId: string, { runId, promptName }: Collecting): Promise<number> {
  const { rows } = await ledgerPool().query<Row>(ROLLOUTS, [runId]);
  const { count } = await db().trace.createMany({
    data: rows.map((row) => {
      const { score, sideInformation = '' } = JSON.parse(row.reply ?? '{"score":0}') as Reply;
      return {
        ...{ workspaceId, id: `${promptName} ${row.id}`, source: 'otlp', state: 'complete', promptName },
        ...{ task: row.question, taskHash: contentHash(row.question), output: row.output ?? '' },
        ...{ score, scoredBy: 'event', feedback: sideInformation || null },
        ...{ trajectoryHash: row.trajectoryHash, startedAt: row.startedAt },
      };
    }),
  });
  return count;
}

interface Reply {
  readonly score: number;
  readonly sideInformation?: string;
}
