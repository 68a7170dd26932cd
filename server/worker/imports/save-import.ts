import type pg from 'pg';
import { ulid } from 'ulid';
import { AppError } from '@/lib/errors/app-error';
import {
  faultAt,
  IMPORT_LIMITS,
  type ImportFault,
  type ImportReport,
  placeOf,
} from '@/lib/evaluation/import/import-types';
import {
  countStaged,
  endImport,
  findLabels,
  insertAudit,
  insertDataset,
  saveExamples,
  stagedHash,
} from '@/server/repositories/save-staged';
import { type PlacedExamples, placeExamples, type StagedPlace } from '@/server/repositories/staged-examples';
import { importRejected } from '@/server/services/datasets/import-rejected';
import { noteOf } from '@/server/services/datasets/private-examples';
import type { ImportWork } from './import-work';
import type { ReadImport } from './read-import';

/**
 * Second half of a large import: checks the staged examples like a small import does, and saves them with their
 * report and audit entry in one transaction.
 */
const SAVED_AT_ONCE = 20_000;
const SOURCES_MAX = 200;
const LABELS_SHOWN = { shown: 20, places: 5 } as const;

export class ImportGone extends Error {}

export async function saveImport(
  client: pg.Client,
  work: ImportWork,
  read: ReadImport,
  tell: (saved: number) => void,
): Promise<void> {
  tell(0);
  const where = ({ file, line, row }: StagedPlace) => placeOf(work.files[file]?.name ?? '', line, row);
  const placed = await placeExamples(client, IMPORT_LIMITS.duplicatesKept);
  const { faults, count } = allFaults(work, read, placed);
  if (placed.kept === 0 || (count > 0 && !work.options.skipBadLines)) throw importRejected(faults, count);
  const findings = read.survey.findings();
  const choice = work.options.privacy;
  const privacy = findings.length > 0 && choice !== undefined ? noteOf(findings, choice) : null;
  const labels = await findLabels(client, LABELS_SHOWN);
  const report: ImportReport & { privacy?: typeof privacy } = {
    preset: work.options.preset,
    mapping: work.options.mapping,
    files: read.files,
    examples: placed.kept,
    duplicateCount: placed.duplicateCount,
    duplicates: placed.duplicates.map(({ at, first }) => ({ where: where(at), firstWhere: where(first) })),
    faultCount: count,
    faults:
      choice?.choice === 'redact'
        ? faults.map((fault) => ({ ...fault, message: read.redactor.redact(fault.message) }))
        : faults,
    labels: {
      blank: { count: labels.blank.count, first: labels.blank.first.map(where) },
      conflicts: {
        ...labels.conflicts,
        first: labels.conflicts.first.map((places) => ({
          places: places.map((place) => ({ where: where(place), source: place.source })),
        })),
      },
    },
    ...(privacy === null ? {} : { privacy }),
  };
  const datasetId = `dat_${ulid()}`;
  await client.query('BEGIN');
  const { workspaceId, startedBy, name, options } = work;
  await insertDataset(client, {
    ...{ id: datasetId, workspaceId, name, createdBy: startedBy },
    ...{ description: options.description, preset: options.preset },
    hash: await stagedHash(client),
    exampleCount: placed.kept,
    importReport: report,
    counts: await countStaged(client, SOURCES_MAX),
  });
  for (let from = 0; from < placed.kept; from += SAVED_AT_ONCE) {
    await saveExamples(client, datasetId, { from, to: from + SAVED_AT_ONCE });
    tell(Math.min(placed.kept, from + SAVED_AT_ONCE));
  }
  const audit = { workspaceId, actor: startedBy, subject: datasetId };
  const counts = { examples: placed.kept, duplicates: placed.duplicateCount, skipped: count };
  await insertAudit(client, { ...audit, action: 'dataset.imported', detail: { name, ...counts } });
  if (privacy !== null && choice !== undefined) {
    const action = choice.choice === 'keep' ? 'privacy.kept' : 'privacy.redacted';
    await insertAudit(client, { ...audit, action, detail: privacy });
  }
  const { importId, tries } = work;
  const records = read.files.reduce((sum, file) => sum + file.records, 0);
  const ended = { importId, tries, datasetId, records, faultCount: count, saved: placed.kept };
  if (!(await endImport(client, ended))) throw new ImportGone();
  await client.query('COMMIT');
}

/** Faults of the reading, and ids with two contents, in the order of the files. */
function allFaults(work: ImportWork, read: ReadImport, placed: PlacedExamples) {
  const names = work.files.map(({ name }) => name);
  const clashes = placed.clashes.map(({ id, at, holder }) => {
    const holderWhere = placeOf(names[holder.file] ?? '', holder.line, holder.row);
    const place = { file: names[at.file] ?? '', line: at.line, row: at.row };
    return faultAt(place, `The id "${id}" names another example already, at ${holderWhere}.`);
  });
  const count = read.faultCount + placed.clashCount;
  const faults = [...read.faults, ...clashes].sort(
    (a, b) => names.indexOf(a.file) - names.indexOf(b.file) || (a.line ?? 0) - (b.line ?? 0),
  );
  const named: readonly ImportFault[] = faults.slice(0, IMPORT_LIMITS.faultsKept);
  return {
    faults: count === 0 && placed.kept === 0 ? [NOTHING(names[0])] : named,
    count: Math.max(count, placed.kept === 0 ? 1 : 0),
  };
}

const NOTHING = (name = 'the import') =>
  faultAt({ file: name, line: null, row: 1 }, 'There is nothing to import.');

/** Same refusal as for a small import: the person has to change a name that exists already. */
export function asRefusal(error: unknown): AppError | null {
  if (AppError.is(error)) return error;
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  if (code === '23505')
    return new AppError(
      'STATE_CONFLICT',
      'A data set with this name exists already. Import it under another name.',
    );
  return null;
}
