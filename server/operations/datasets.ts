import * as datasetImports from '@/lib/contracts/dataset-imports';
import * as datasets from '@/lib/contracts/datasets';
import * as diagnosisForecast from '@/lib/contracts/diagnosis-forecast';
import * as environmentDatasets from '@/lib/contracts/environment-datasets';
import * as splits from '@/lib/contracts/splits';
import * as tasks from '@/lib/contracts/tasks';
import { checkAddress } from '@/server/http/model-access';
import { readUpload } from '@/server/http/read-upload';
import { serve } from '@/server/http/serve';
import { previewImport } from '@/server/services/datasets/import-dataset';
import { cancelImport, getImport, listImports } from '@/server/services/datasets/large-imports';
import { createTask, getTask, listTasks } from '@/server/services/datasets/manage-tasks';
import {
  archiveDataset,
  getDataset,
  listDatasets,
  listExamples,
} from '@/server/services/datasets/read-datasets';
import { deleteSplit, getSplit, listSplits, registerSplit } from '@/server/services/datasets/register-split';
import { takeUpload } from '@/server/services/datasets/take-upload';
import { forecastDiagnosis } from '@/server/services/diagnoses/forecast-diagnosis';
import {
  addAppWorldTasks,
  addPracticeTasks,
  importEnvironmentTasks,
} from '@/server/services/environments/import-tasks';

/** Data sets with their imports, splits and tasks. */
export const served = [
  serve(datasets.archiveDataset, archiveDataset),
  serve(datasets.listExamples, listExamples),
  serve(datasets.getDataset, getDataset),
  serve(splits.listSplits, async (actor, input) => ({ items: await listSplits(actor, input) })),
  serve(splits.registerSplit, registerSplit),
  serve(environmentDatasets.importEnvironmentTasks, importEnvironmentTasks),
  serve(environmentDatasets.addPracticeTasks, addPracticeTasks),
  serve(environmentDatasets.addAppWorldTasks, addAppWorldTasks),
  serve(datasets.previewImport, previewImport),
  serve(datasets.listDatasets, listDatasets),
  serve(datasets.importDataset, async (actor, _input, { request }) => {
    const taken = await takeUpload(actor, readUpload(request));
    if (taken.kind === 'imported') return taken.dataset;
    const location = `/api/v1/imports/${taken.import.id}`;
    return Response.json(taken.import, { status: 202, headers: { location, 'cache-control': 'no-store' } });
  }),
  serve(datasetImports.cancelImport, cancelImport),
  serve(datasetImports.getImport, getImport),
  serve(datasetImports.listImports, listImports),
  serve(diagnosisForecast.forecastDiagnosis, forecastDiagnosis),
  serve(splits.getSplit, getSplit),
  serve(splits.deleteSplit, deleteSplit),
  serve(tasks.getTask, getTask),
  serve(tasks.listTasks, listTasks),
  serve(tasks.createTask, (actor, input) => createTask(actor, input, checkAddress)),
];
