import type { ModelRole } from '@/lib/domain/model-role';
import type { ExperimentDraft } from './experiment-draft';
import { withPracticeModels } from './experiment-models';

/** Available choices, as far as they are loaded. */
export interface DraftChoices {
  readonly proposedName: string;
  readonly taskIds: readonly string[];
  /** Null = none fits the data set. */
  readonly proposedTaskId: string | null;
  readonly datasetIds: readonly string[];
  readonly splitIds: readonly string[];
  /** `providerId/model` by role of the practice model, where it is there. */
  readonly practiceModels: Readonly<Record<ModelRole, string>> | null;
}

/** Fills every missing choice with the proposed or first available one, so that an untouched form can be sent. */
export function withDefaults(draft: ExperimentDraft, choices: DraftChoices): ExperimentDraft {
  const pick = (chosen: string, all: readonly string[], other = all[0]) =>
    all.includes(chosen) ? chosen : (other ?? '');
  return {
    ...draft,
    name: draft.name ?? choices.proposedName,
    taskId: pick(draft.taskId, choices.taskIds, choices.proposedTaskId ?? ''),
    datasetId: pick(draft.datasetId, choices.datasetIds),
    splitId: pick(draft.splitId, choices.splitIds),
    models: withPracticeModels(draft, choices.practiceModels),
  };
}
