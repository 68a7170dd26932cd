import type pg from 'pg';
import type { StepCallers } from '@/lib/domain/step-callers';
import type { Prisma } from '@/server/db/generated/client';

/**
 * Who was served in a live step: one row a caller, with the moment of the first answer, so that an outcome that never
 * comes can be counted. Callers are hashes. Written again a row says the same, so a writer that heard no answer tries again.
 */
type Tx = Prisma.TransactionClient;

export interface StepCaller {
  readonly canaryId: string;
  readonly step: number;
  readonly variant: 'challenger' | 'control';
  /** The hash that outcomes of the same targeting key have. */
  readonly caller: string;
  readonly at: Date;
}

/** A caller of a canary that is gone meanwhile is left out. In the order of the key, so that two writers never deadlock. */
const WRITE = `
  INSERT INTO "StepCaller" ("canaryId", step, variant, caller, at)
  SELECT given.* FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::timestamptz[])
    AS given("canaryId", step, variant, caller, at)
  JOIN "Canary" AS canary ON canary.id = given."canaryId"
  ORDER BY given."canaryId", given.step, given.caller
  ON CONFLICT DO NOTHING`;

export async function writeStepCallers(pool: pg.Pool, callers: readonly StepCaller[]): Promise<void> {
  const column = <K extends keyof StepCaller>(name: K) => callers.map((caller) => caller[name]);
  await pool.query(WRITE, [
    column('canaryId'),
    column('step'),
    column('variant'),
    column('caller'),
    column('at'),
  ]);
}

interface StepTimes {
  /** Callers served until then have had their time for an outcome. */
  readonly dueBy: Date;
  /** Callers served later are not waited for. */
  readonly endsAt: Date;
}

/** Callers of a step by arm. Cost: one reading of the step's callers, each with a look into the index of outcomes. */
export async function countStepCallers(
  { canaryId, step }: Pick<StepCaller, 'canaryId' | 'step'>,
  { dueBy, endsAt }: StepTimes,
  tx: Tx,
): Promise<StepCallers> {
  const rows = await tx.$queryRaw<({ variant: string } & StepCallers['control'])[]>`
    SELECT variant, count(*)::float8 AS served,
      count(*) FILTER (WHERE at <= ${dueBy})::float8 AS due,
      count(*) FILTER (WHERE at <= ${dueBy} AND NOT told)::float8 AS missing,
      count(*) FILTER (WHERE at > ${dueBy} AND at <= ${endsAt} AND NOT told)::float8 AS open
    FROM (
      SELECT caller.variant, caller.at, EXISTS (
        SELECT 1 FROM "ArmOutcome" AS outcome
        WHERE outcome."canaryId" = caller."canaryId" AND outcome.step = caller.step
          AND outcome.variant = caller.variant AND outcome.cluster = caller.caller
      ) AS told
      FROM "StepCaller" AS caller WHERE caller."canaryId" = ${canaryId} AND caller.step = ${step}
    ) AS told GROUP BY variant`;
  const of = (name: string) => {
    const { served, due, missing, open } = rows.find(({ variant }) => variant === name) ?? NO_CALLERS;
    return { served, due, missing, open };
  };
  return { control: of('control'), challenger: of('challenger') };
}

const NO_CALLERS = { served: 0, due: 0, missing: 0, open: 0 } as const;
