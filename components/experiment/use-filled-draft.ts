'use client';

import { itemsOf } from '@/components/api/use-pages';
import { useDatasets, useSplits } from '@/components/dataset/use-datasets';
import { useProviders } from '@/components/settings/use-providers';
import type { ModelRole } from '@/lib/domain/model-role';
import { withDefaults } from '@/lib/view/experiment-defaults';
import type { ExperimentDraft } from '@/lib/view/experiment-draft';
import { proposedTask } from '@/lib/view/proposed-task';
import { useTasks } from './use-choices';

/** The three ids that the practice provider offers, by role. */
const PRACTICE_MODELS: Readonly<Record<ModelRole, string>> = {
  serving: 'practice-task',
  proposer: 'practice-proposer',
  evaluator: 'practice-judge',
};

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
  const choices = {
    taskIds: tasks.data?.map((task) => task.id) ?? [],
    proposedTaskId: proposedTask(tasks.data ?? [], dataset)?.id ?? null,
    datasetIds,
    splitIds: splits.data?.map((split) => split.id) ?? [],
    practiceModels: practice
      ? {
          serving: `${practice.id}/${PRACTICE_MODELS.serving}`,
          proposer: `${practice.id}/${PRACTICE_MODELS.proposer}`,
          evaluator: `${practice.id}/${PRACTICE_MODELS.evaluator}`,
        }
      : null,
  };
  const draft = withDefaults(given, choices);
  const scoring = tasks.data?.find((task) => task.id === draft.taskId)?.scoring.kind;
  return { draft, choices, splits, isJudged: scoring === 'judge' };
}
