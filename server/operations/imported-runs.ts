import * as importedRuns from '@/lib/contracts/imported-runs';
import { serve } from '@/server/http/serve';
import { importRun, previewImportedRun } from '@/server/services/imported-runs/import-run';
import {
  archiveImportedRun,
  getImportedRun,
  listImportedRuns,
  restoreImportedRun,
} from '@/server/services/imported-runs/read-imported-runs';

/** Runs that happened elsewhere. */
export const served = [
  serve(importedRuns.archiveImportedRun, archiveImportedRun),
  serve(importedRuns.restoreImportedRun, restoreImportedRun),
  serve(importedRuns.getImportedRun, getImportedRun),
  serve(importedRuns.previewImportedRun, previewImportedRun),
  serve(importedRuns.listImportedRuns, listImportedRuns),
  serve(importedRuns.importRun, importRun),
];
