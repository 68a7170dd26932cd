import type pg from 'pg';
import type { CallPurpose } from '@/lib/domain/model-role';
import type { AdoptedCalls, JournaledAnswer, RolloutPlace } from '@/lib/ports/journal';
import { holdingOut } from './database-fault';
import { groupCommit } from './group-commit';
import { CALL_COLUMNS, type CallRow, type FoundJournal, toRecord, unansweredDispatches } from './journal-sql';

/**
 * What other workers wrote into the journal of a run under one lease, a rollout at a time. An answer is held until it
 * is asked for, once; a second request reads the database, as for every other answer of this process.
 */
interface AdoptedRow extends CallRow {
  readonly purpose: CallPurpose;
  readonly ordinal: string;
  readonly worker: string;
}

export function adoptedCalls(
  pool: pg.Pool,
  runId: string,
  found: Pick<FoundJournal, 'answers' | 'lostDispatches'>,
) {
  const held = new Map<string, JournaledAnswer>();

  const read = groupCommit((places: readonly RolloutPlace[]) =>
    holdingOut(async () => {
      const calls = places.flatMap(({ iteration, calls }) => calls.map((call) => ({ iteration, ...call })));
      const { rows } = await pool.query<AdoptedRow>(ADOPTED, [
        runId,
        calls.map(({ iteration }) => iteration),
        calls.map(({ purpose }) => purpose),
        calls.map(({ ordinal }) => String(ordinal)),
      ]);
      return places.map((place) => rows.filter((row) => isOf(place, row)));
    }),
  );

  return {
    async adopt(place: RolloutPlace): Promise<AdoptedCalls> {
      const answers: AdoptedCalls['answers'][number][] = [];
      const lost = { calls: 0, reservedTokens: 0, reservedUsd: 0 };
      for (const row of await read(place)) {
        if (row.outcome && !found.answers.has(row.key)) {
          const answer = toRecord(row, row.outcome);
          answers.push({ purpose: row.purpose, answer });
          held.set(row.key, { ...answer, replayed: false, worker: row.worker.split('#')[0] ?? row.worker });
        }
        const newlyLost = unansweredDispatches(row) - (found.lostDispatches.get(row.key) ?? 0);
        lost.calls += newlyLost;
        lost.reservedTokens += newlyLost * row.reservedTokens;
        lost.reservedUsd += newlyLost * row.reservedUsd;
      }
      return { answers, lost };
    },
    take(key: string): JournaledAnswer | undefined {
      const answer = held.get(key);
      held.delete(key);
      return answer;
    },
  };
}

const isOf = ({ iteration, calls }: RolloutPlace, row: AdoptedRow) =>
  row.iteration === iteration &&
  calls.some(({ purpose, ordinal }) => purpose === row.purpose && String(ordinal) === row.ordinal);

/** The ordinal is the third part of a key (lib/ports/journal, callKeyText). */
const ADOPTED = `
SELECT ${CALL_COLUMNS}, call.purpose, split_part(key, '/', 3) AS ordinal, worker
FROM "JournalCall" AS call
JOIN unnest($2::int[], $3::text[], $4::text[]) AS wanted(at, purpose, ordinal)
  ON call.iteration = wanted.at AND call.purpose = wanted.purpose AND split_part(key, '/', 3) = wanted.ordinal
WHERE call."runId" = $1`;
