'use client';

import { itemsOf } from '@/components/api/use-pages';
import { useDatasets, useSplits } from '@/components/dataset/use-datasets';
import { useExperiments } from '@/components/queries/use-experiments';
import { useProviders } from '@/components/settings/use-providers';
import { methodWords } from '@/lib/domain/method-words';
import { withDefaults } from '@/lib/view/experiment-defaults';
import type { ExperimentDraft } from '@/lib/view/experiment-draft';
import { practiceModelsOf } from '@/lib/view/one-model';
import { proposedName } from '@/lib/view/proposed-name';
import { proposedTask } from '@/lib/view/proposed-task';
import { useTasks } from './use-choices';

/** The draft with what is there filled in; choosing a data set brings its splits. */
export function useFilledDraft(given: ExperimentDraft) {
  const tasks = useTasks();
  const datasets = useDatasets();
  const providers = useProviders();
  const datasetIds = itemsOf(datasets).map(({ id }) => id);
  const datasetId = datasetIds.includes(given.datasetId) ? given.datasetId : (datasetIds[0] ?? null);
  const splits = useSplits(datasetId);
  const practice = providers.data?.find((provider) => provider.practice);
  const dataset = itemsOf(datasets).find(({ id }) => id === datasetId);
  const name = useProposedName(dataset ? `${dataset.name} with ${methodWords(given.method)}` : '');
  const choices = {
    proposedName: name,
    taskIds: tasks.data?.map((task) => task.id) ?? [],
    proposedTaskId: proposedTask(tasks.data ?? [], dataset)?.id ?? null,
    datasetIds,
    splitIds: splits.data?.map((split) => split.id) ?? [],
    practiceModels: practice ? practiceModelsOf(practice) : null,
  };
  const draft = withDefaults(given, choices);
  const scoring = tasks.data?.find((task) => task.id === draft.taskId)?.scoring.kind;
  return { draft, choices, splits, isJudged: scoring === 'judge' };
}

/** Names are unique in a workspace, and an archived experiment keeps its own. */
function useProposedName(base: string): string {
  const search = base.slice(0, SEARCH_MAX);
  const [open, archived] = [useExperiments({ search }), useExperiments({ search, archived: true })];
  const taken = [...itemsOf(open), ...itemsOf(archived)].map(({ name }) => name);
  return base === '' ? '' : proposedName(base, taken);
}

/** Shorter than the contract's longest search. */
const SEARCH_MAX = 100;
