import { ulid } from 'ulid';
import type { DatasetDetail, ImportDatasetInput } from '@/lib/contracts/datasets';
import type { ImportPreviewView, PreviewImportInput } from '@/lib/contracts/imports';
import type { Actor } from '@/lib/domain/actor';
import { contentHash } from '@/lib/domain/content-hash';
import { importInSteps } from '@/lib/evaluation/import/import-examples';
import { previewInSteps } from '@/lib/evaluation/import/preview-import';
import { surveyInSteps } from '@/lib/evaluation/privacy/survey';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { createDatasetRow } from '@/server/repositories/datasets';
import { recordAudit } from '@/server/services/audit/record-audit';
import { certainMapping } from './certain-mapping';
import { headOf, SMALL_BYTES } from './file-heads';
import { importRejected } from './import-rejected';
import { inSlices } from './in-slices';
import { examplesAsChosen } from './private-examples';
import { getDataset } from './read-datasets';
import { nameOf, readUploadedFiles } from './uploaded-files';

/** Files into a data set: all or nothing, in one transaction, with the importer's report kept beside it. */
export async function importDataset(
  actor: Actor<'experiment'>,
  input: {
    readonly files: readonly File[];
    readonly options: ImportDatasetInput;
    readonly bundled?: boolean;
  },
): Promise<DatasetDetail> {
  const { description, format, list, skipBadLines } = input.options;
  const files = await readUploadedFiles(input.files);
  const name = input.options.name ?? files[0]?.name.replace(/\.[a-z]+$/i, '').slice(0, 120) ?? 'Data set';
  const { preset, mapping } = certainMapping(files, input.options);
  const outcome = await inSlices(importInSteps(files, { preset, mapping, format, list, skipBadLines }));
  if (!outcome.accepted) throw importRejected(outcome.faults, outcome.faults.length);
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

/** Preview of an import of the files; stores nothing. */
export async function previewImport(
  _actor: Actor<'experiment'>,
  input: { readonly files: readonly File[]; readonly options: PreviewImportInput },
): Promise<ImportPreviewView> {
  const { cut, ...choice } = input.options;
  const files = await Promise.all(input.files.map((file, index) => headOfFile(file, { index, cut })));
  const { examples, all, ...rest } = await inSlices(previewInSteps(files, choice));
  const privacy = await inSlices(surveyInSteps(all));
  const rows = examples.map(({ contentHash: _hash, ...row }) => row);
  // The textbook's lists are read-only and the contract's are not: a copy is what the wire makes anyway.
  const isHead = files.some((file) => file.isHead);
  return JSON.parse(JSON.stringify({ ...rest, isHead, examples: rows, privacy }));
}

interface Sent {
  readonly index: number;
  readonly cut: readonly string[];
}

async function headOfFile(file: File, { index, cut }: Sent) {
  const name = nameOf(file.name, index);
  const bytes = new Uint8Array(await file.slice(0, SMALL_BYTES + 1).arrayBuffer());
  return headOf(name, [bytes], file.size <= SMALL_BYTES + 1 && !cut.includes(file.name));
}

/** sha256 over the sorted content hashes: two data sets say the same iff it is equal. */
export function datasetHash(examples: readonly { readonly contentHash: string }[]): string {
  const hashes = examples.map((example) => example.contentHash).sort();
  return contentHash(hashes.join('\n'));
}
