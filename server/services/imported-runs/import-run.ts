import { ulid } from 'ulid';
import type { ImportedRunDetail } from '@/lib/contracts/imported-runs';
import type {
  ImportedRunPreviewView,
  ImportRunInput,
  PreviewImportedRunInput,
} from '@/lib/contracts/run-imports';
import type { Actor } from '@/lib/domain/actor';
import type { ImportedRun, ImportedSource } from '@/lib/domain/imported-run';
import { AppError } from '@/lib/errors/app-error';
import { IMPORT_LIMITS } from '@/lib/evaluation/import/import-types';
import { type ImportedRunOutcome, importRun as read } from '@/lib/evaluation/imported-run/import-run';
import { db } from '@/server/db/client';
import { jsonColumn } from '@/server/db/stored-json';
import { createImportedRunRow } from '@/server/repositories/imported-runs';
import { recordAudit } from '@/server/services/audit/record-audit';
import { importedRunDetailView } from './imported-run-view';
import { type ReadRunFiles, readRunFiles } from './run-files';

/** A run from elsewhere, with all that is known of where it is from. */
export async function importRun(
  actor: Actor<'experiment'>,
  input: { readonly files: readonly File[]; readonly options: ImportRunInput },
): Promise<ImportedRunDetail> {
  const { options } = input;
  const { uploaded, outcome } = await readAll(input.files, options);
  const { run, source } = accepted(outcome, options.skipFaults);
  const { ranBy, ranAt, hardware, description } = options;
  const provenance = { ...foundIn(uploaded, outcome), ranBy, ranAt, hardware, description };
  const id = `imp_${ulid()}`;
  const values = {
    id,
    workspaceId: actor.workspaceId,
    name: options.name ?? nameOf(uploaded),
    source,
    method: run.method,
    task: options.task || run.task,
    seenUnit: run.seenUnit,
    scoredOn: run.scoredOn,
    summary: summaryOf(run),
    points: jsonColumn(run.points),
    finalPrompt: run.finalPrompt,
    seedPrompt: run.seedPrompt,
    notes: jsonColumn(run.notes),
    provenance: jsonColumn(provenance),
    createdBy: actor.name,
  };
  const row = await db().$transaction(async (tx) => {
    const made = await createImportedRunRow(values, tx);
    const files = uploaded.hashes.length;
    await recordAudit(tx, actor, 'importedRun.created', id, { name: made.name, source: made.source, files });
    return made;
  });
  return importedRunDetailView(row);
}

/** Preview of an import of the files; stores nothing. */
export async function previewImportedRun(
  _actor: Actor<'experiment'>,
  input: { readonly files: readonly File[]; readonly options: PreviewImportedRunInput },
): Promise<ImportedRunPreviewView> {
  const { uploaded, outcome } = await readAll(input.files, input.options);
  const { source, run, names } = outcome;
  return JSON.parse(JSON.stringify({ source, run, names, ...foundIn(uploaded, outcome) }));
}

async function readAll(files: readonly File[], options: PreviewImportedRunInput) {
  const uploaded = await readRunFiles(files);
  const { source, mapping, scale, method, seenUnit, scoredOn } = options;
  const outcome = read(uploaded.files, {
    ...{ source, mapping, scale, method, seenUnit, scoredOn },
    unread: uploaded.unread,
  });
  return { uploaded, outcome };
}

function foundIn({ hashes }: ReadRunFiles, { mapping, leftOut, unknown, faults }: ImportedRunOutcome) {
  const kept = faults.slice(0, IMPORT_LIMITS.faultsKept);
  return { files: hashes, mapping, leftOut, unknown, faultCount: faults.length, faults: kept };
}

interface AcceptedRun {
  readonly run: ImportedRun;
  readonly source: ImportedSource;
}

/** @throws AppError IMPORT_REJECTED with every fault by its place */
function accepted(outcome: ImportedRunOutcome, skipFaults: boolean): AcceptedRun {
  const { run, source, faults, leftOut } = outcome;
  if (run !== null && source !== null && (skipFaults || faults.length === 0)) return { run, source };
  const [first] = faults;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  throw new AppError('IMPORT_REJECTED', `Nothing was imported. ${first?.where}: ${first?.message}${more}`, {
    fields: faults.slice(0, IMPORT_LIMITS.faultsKept).map(({ where, message }) => ({ path: where, message })),
    howToProceed: [
      ...leftOut.slice(0, 3).map(({ what, why }) => `${what}: ${why}`),
      source === null
        ? 'Send files of a known source, or name it in the options: {"source": "csv"}.'
        : run === null
          ? 'Send files that hold a score or a prompt, or map the columns.'
          : 'Correct what is named, or import with "leave faults out", which keeps their list.',
    ],
    context: { faults: faults.length },
  });
}

function summaryOf({ points, finalPrompt }: ImportedRun) {
  const scores = points.map(({ score }) => score);
  return {
    pointCount: points.length,
    firstScore: scores[0] ?? null,
    bestScore: scores.reduce<number | null>((best, score) => Math.max(best ?? 0, score), null),
    hasPrompt: finalPrompt !== null,
  };
}

function nameOf({ hashes }: ReadRunFiles): string {
  const first = hashes[0]?.name.split('/')[0] ?? '';
  return first.replace(/(?:\.[a-z]+)+$/i, '').slice(0, 120) || 'Imported run';
}
