import {
  type ImportedRunDetail,
  type ImportedRunView,
  importedRun,
  importedRunSummary,
  importProvenance,
} from '@/lib/contracts/imported-runs';
import { importedPoint } from '@/lib/contracts/run-imports';
import type { ImportedRunDetailRow, ImportedRunRow } from '@/server/repositories/imported-runs';

/** Rows as the API shows them; what is stored as JSON is parsed again on its way out. */
export function importedRunView(row: ImportedRunRow): ImportedRunView {
  return importedRun.parse({
    id: row.id,
    name: row.name,
    source: row.source,
    method: row.method,
    task: row.task,
    seenUnit: row.seenUnit,
    scoredOn: row.scoredOn,
    ...importedRunSummary.parse(row.summary),
    createdBy: row.createdBy,
    archivedAt: row.archivedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  });
}

export function importedRunDetailView(row: ImportedRunDetailRow): ImportedRunDetail {
  return {
    ...importedRunView(row),
    points: importedPoint.array().parse(row.points),
    finalPrompt: row.finalPrompt,
    seedPrompt: row.seedPrompt,
    notes: Array.isArray(row.notes) ? row.notes.map(String) : [],
    provenance: importProvenance.parse(row.provenance),
  };
}
