import type pg from 'pg';
import type { SteeringCommand } from '@/lib/domain/insight-steering';
import type { SteeringChannel } from '@/lib/ports/run-control';
import { holdingOut } from '@/server/ledger/database-fault';

/**
 * Commands of people about single lines, as a run's worker reads them at the boundary of an iteration. What the run has
 * taken up is decided in its journal; the iteration on the row tells people.
 */
export function watchInsights(runId: string, pool: pg.Pool): SteeringChannel {
  return {
    after: (position) =>
      holdingOut(async () => {
        const { rows } = await pool.query<SteeringCommand>(BEHIND, [runId, position]);
        return rows;
      }),
    taken: ({ upTo, iteration }) =>
      holdingOut(async () => {
        await pool.query(MARK_TAKEN, [runId, upTo, iteration]);
      }),
  };
}

const BEHIND = `
SELECT id, position, action, "bulletId", section, content, "createdBy" AS by FROM "InsightCommand"
WHERE "runId" = $1 AND position > $2 ORDER BY position`;

const MARK_TAKEN = `
UPDATE "InsightCommand" SET "takenIteration" = $3
WHERE "runId" = $1 AND position <= $2 AND "takenIteration" IS NULL`;
