import { ulid } from 'ulid';
import type { DatasetDetail } from '@/lib/contracts/datasets';
import { registerSplitBody } from '@/lib/contracts/splits';
import type {
  ForecastTraceDatasetInput,
  MakeTraceDatasetInput,
  TraceDatasetForecastView,
} from '@/lib/contracts/trace-datasets';
import type { Actor } from '@/lib/domain/actor';
import type { TraceSplit } from '@/lib/domain/trace-examples';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { createDatasetRow } from '@/server/repositories/datasets';
import { recordAudit } from '@/server/services/audit/record-audit';
import { datasetHash } from '@/server/services/datasets/import-dataset';
import { assertNameIsFree, nameConflict } from '@/server/services/datasets/name-is-free';
import { getDataset } from '@/server/services/datasets/read-datasets';
import { registerSplitWithin } from '@/server/services/datasets/register-split';
import { planTraceDataset } from './plan-trace-dataset';

/** Examples, parts and reasons against a data set of these traces. Makes nothing. */
export async function forecastTraceDataset(
  { workspaceId }: Actor<'read'>,
  { name, ...asked }: ForecastTraceDatasetInput,
): Promise<TraceDatasetForecastView> {
  const { examples, report, parts, refusal } = await planTraceDataset(workspaceId, asked);
  const against = refusal ?? (name === undefined ? null : await nameConflict(workspaceId, name));
  return {
    ...{ examples: examples.length, origin: report.traces, parts },
    refusal: against && { sentence: against.userMessage, howToProceed: [...against.howToProceed] },
  };
}

const SPLIT_TITLES: Readonly<Record<TraceSplit, string>> = {
  session: 'By session',
  user: 'By user',
  time: 'By time',
  none: 'First split',
};

/** Examples, report and registered split, all or nothing. @throws AppError where a part would be empty */
export async function makeTraceDataset(
  actor: Actor<'experiment'>,
  { name, description, ...asked }: MakeTraceDatasetInput,
): Promise<DatasetDetail> {
  const { workspaceId } = actor;
  await assertNameIsFree(workspaceId, name);
  const { examples, report, audit, rule, salt, refusal } = await planTraceDataset(workspaceId, asked);
  if (refusal !== null) throw refusal;
  const id = `dat_${ulid()}`;
  const values = {
    ...{ id, workspaceId, name, description, preset: report.preset, bundled: false },
    ...{ hash: datasetHash(examples), exampleCount: examples.length, createdBy: actor.name },
    importReport: JSON.parse(JSON.stringify(report)) as Prisma.InputJsonObject,
  };
  await db().$transaction(
    async (tx) => {
      await createDatasetRow(values, examples, tx);
      const { matched, splitBy } = report.traces;
      await recordAudit(tx, actor, 'dataset.madeFromTraces', id, {
        ...{ name, examples: examples.length, matched, splitBy },
      });
      if (audit !== null) await recordAudit(tx, actor, audit.action, id, audit.detail);
      const split = registerSplitBody.parse({ name: SPLIT_TITLES[splitBy], rule, salt });
      await registerSplitWithin(tx, actor, { datasetId: id, ...split });
    },
    { timeout: 120_000, maxWait: 10_000 },
  );
  return getDataset(actor, { datasetId: id });
}
