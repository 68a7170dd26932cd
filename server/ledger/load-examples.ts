import type pg from 'pg';
import type { EnvironmentRef } from '@/lib/domain/environment-ref';
import type { Example } from '@/lib/domain/example';
import type { SplitName } from '@/lib/domain/split';
import { holdingOut } from './database-fault';
import { longRead } from './pool';

/**
 * The examples of a registered split. Confirmation stays sealed for every run but the one that its single opening
 * names (rulings E3): the database is asked for it under that condition and under no other.
 */
export async function loadExamples(
  pool: pg.Pool,
  { registrationId, runId }: { readonly registrationId: string; readonly runId: string },
): Promise<Readonly<Record<SplitName, readonly Example[]>>> {
  const { rows } = await holdingOut(() => pool.query<LoadedRow>(longRead(EXAMPLES, [registrationId, runId])));
  const loaded: Record<SplitName, Example[]> = { train: [], selection: [], heldOut: [], confirmation: [] };
  for (const { split, environment, ...example } of rows)
    loaded[split].push(environment === null ? example : { ...example, environment });
  return loaded;
}

type LoadedRow = Omit<Example, 'environment'> & {
  readonly split: SplitName;
  readonly environment: EnvironmentRef | null;
};

/** By id in byte order, which no locale changes: the place in this order is part of a call's key. */
const EXAMPLES = `
SELECT example.id, example.question, example.context, example.expected, example."groupKey", example."contentHash",
  example.environment, assigned.split
FROM "SplitAssignment" AS assigned
JOIN "Example" AS example ON example."datasetId" = assigned."datasetId" AND example.id = assigned."exampleId"
WHERE assigned."registrationId" = $1 AND (assigned.split <> 'confirmation' OR EXISTS (
  SELECT 1 FROM "ConfirmationOpening" WHERE "registrationId" = $1 AND "evaluationRunId" = $2))
ORDER BY example.id COLLATE "C"`;
