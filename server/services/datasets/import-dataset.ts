import { ulid } from 'ulid';
import type { DatasetDetail, ImportDatasetInput } from '@/lib/contracts/datasets';
import type { ImportPreviewView, PreviewImportInput } from '@/lib/contracts/imports';
import type { Actor } from '@/lib/domain/actor';
import { contentHash } from '@/lib/domain/content-hash';
import { AppError } from '@/lib/errors/app-error';
import { importInSteps } from '@/lib/evaluation/import/import-examples';
import { IMPORT_LIMITS, type ImportOutcome } from '@/lib/evaluation/import/import-types';
import { previewInSteps } from '@/lib/evaluation/import/preview-import';
import { surveyInSteps } from '@/lib/evaluation/privacy/survey';
import { assertMay } from '@/lib/policy/roles';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { createDatasetRow } from '@/server/repositories/datasets';
import { recordAudit } from '@/server/services/audit/record-audit';
import { certainMapping } from './certain-mapping';
import { inSlices } from './in-slices';
import { examplesAsChosen } from './private-examples';
import { getDataset } from './read-datasets';
import { readUploadedFiles } from './uploaded-files';

/** Files into a data set: all or nothing, in one transaction, with the importer's report kept beside it. */
export async function importDataset(
  actor: Actor,
  input: {
    readonly files: readonly File[];
    readonly options: ImportDatasetInput;
    readonly bundled?: boolean;
  },
): Promise<DatasetDetail> {
  assertMay(actor, 'experiment');
  const { description, format, skipBadLines } = input.options;
  const files = await readUploadedFiles(input.files);
  const name = input.options.name ?? files[0]?.name.replace(/\.[a-z]+$/i, '').slice(0, 120) ?? 'Data set';
  const { preset, mapping } = certainMapping(files, input.options);
  const outcome = await inSlices(importInSteps(files, { preset, mapping, format, skipBadLines }));
  if (!outcome.accepted) throw rejected(outcome);
  const id = `dat_${ulid()}`;
  const { examples, report, audit } = await inSlices(examplesAsChosen(outcome, input.options.privacy));
  const values = {
    id,
    workspaceId: actor.workspaceId,
    name,
    description,
    preset,
    bundled: input.bundled ?? false,
    hash: datasetHash(examples),
    exampleCount: examples.length,
    importReport: JSON.parse(JSON.stringify(report)) as Prisma.InputJsonObject,
    createdBy: actor.name,
  };
  await db().$transaction(
    async (tx) => {
      await createDatasetRow(values, examples, tx);
      const counts = {
        examples: examples.length,
        duplicates: report.duplicateCount,
        skipped: report.faultCount,
      };
      await recordAudit(tx, actor, 'dataset.imported', id, { name, ...counts });
      if (audit !== null) await recordAudit(tx, actor, audit.action, id, audit.detail);
    },
    { timeout: 120_000, maxWait: 10_000 },
  );
  return getDataset(actor, { datasetId: id });
}

/** What an import would make of the files; keeps nothing. */
export async function previewImport(
  actor: Actor,
  input: { readonly files: readonly File[]; readonly options: PreviewImportInput },
): Promise<ImportPreviewView> {
  assertMay(actor, 'experiment');
  const files = await readUploadedFiles(input.files);
  const { examples, all, ...rest } = await inSlices(previewInSteps(files, input.options));
  const privacy = await inSlices(surveyInSteps(all));
  const rows = examples.map(({ contentHash: _hash, ...row }) => row);
  // The textbook's lists are read-only and the contract's are not: a copy is what the wire makes anyway.
  return JSON.parse(JSON.stringify({ ...rest, examples: rows, privacy }));
}

/** sha256 over the sorted content hashes: two data sets say the same iff it is equal. */
export function datasetHash(examples: readonly { readonly contentHash: string }[]): string {
  const hashes = examples.map((example) => example.contentHash).sort();
  return contentHash(hashes.join('\n'));
}

function rejected({ faults }: ImportOutcome): AppError {
  const [first] = faults;
  const named = faults.slice(0, IMPORT_LIMITS.faultsKept);
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return new AppError('IMPORT_REJECTED', `Nothing was imported. ${first?.where}: ${first?.message}${more}`, {
    fields: named.map(({ where, message }) => ({ path: where, message })),
    howToProceed: [
      'Correct the lines named and import again.',
      'Or import with "skip bad lines", which leaves them out and reports them.',
    ],
    context: { faults: faults.length },
  });
}
