import { DIVERSITY_DEFAULT } from '@/lib/contracts/diversity-settings';
import { type CreateExperimentInput, createExperimentBody } from '@/lib/contracts/experiments';
import type { IntakeAnswers } from '@/lib/domain/intake';
import { chosenSettings, type StartingSettings } from '@/lib/policy/intake-defaults';

/**
 * The experiment that a set-up becomes, and the settings that are read back off an experiment: an ordinary one, with
 * nothing in it that the full form could not have made. Pure.
 */
const MS_PER_MINUTE = 60_000;
const EPOCHS_MAX = 100;
/** Longest cap on time that the contract allows: a year. */
const WALL_MS_MAX = 31_536_000_000;

interface Named {
  readonly name: string;
  readonly answers: IntakeAnswers;
  /** Training examples of the split. */
  readonly trainExamples: number;
}

/** @throws ZodError where an answer is missing: only a complete set-up has an experiment. */
export function experimentOfIntake({ name, answers, trainExamples }: Named): CreateExperimentInput {
  const settings = chosenSettings(answers);
  return createExperimentBody.parse({
    name,
    description: answers.failureSentence ? `What a regression costs: ${answers.failureSentence}` : '',
    taskId: answers.taskId,
    splitId: answers.splitId,
    method: { name: settings.method ?? 'gepa' },
    models: answers.models ?? {},
    epochs: epochsFor(settings.rolloutsMax, trainExamples),
    lanes: settings.lanes,
    budget: budgetOf(answers, settings),
    stopping: { patience: settings.patience, targetScore: settings.targetScore },
    judging: { sampleShare: settings.sampleShare, spearmanMin: settings.spearmanMin },
    diversity: {
      ...DIVERSITY_DEFAULT,
      operators: settings.operators.filter(({ weight }) => weight > 0),
      similarityMax: settings.similarityMax,
    },
    dispatch: { maxWaitMs: settings.maxWaitMs, rewardVarianceFloor: settings.rewardVarianceFloor },
  });
}

/** As many passes as the cap on rollouts lets it make, so that the cap and not the data ends the run. */
function epochsFor(rolloutsMax: number | null, trainExamples: number): number {
  if (rolloutsMax === null || trainExamples === 0) return 1;
  return Math.min(EPOCHS_MAX, Math.max(1, Math.ceil(rolloutsMax / trainExamples)));
}

function budgetOf(answers: IntakeAnswers, { rolloutsMax }: StartingSettings) {
  const { tokens, gpuSeconds, deadlineMinutes } = answers;
  return {
    rollouts: rolloutsMax ?? answers.rollouts ?? null,
    tokens: tokens ?? null,
    gpuSeconds: typeof gpuSeconds === 'number' ? gpuSeconds : null,
    wallMs:
      deadlineMinutes === undefined
        ? null
        : Math.min(WALL_MS_MAX, Math.round(deadlineMinutes * MS_PER_MINUTE)),
  };
}

type Config = Omit<
  CreateExperimentInput,
  'name' | 'description' | 'taskId' | 'splitId' | 'personalDataReason'
>;

/** Present settings of an experiment, named as the defaults; the canary is no setting of a run. */
export function settingsOfConfig(config: Config, answers: IntakeAnswers): StartingSettings {
  const { canaryShare, canaryHours, canaryMargin } = chosenSettings(answers);
  return {
    method: config.method.name,
    lanes: config.lanes,
    queueTarget: config.dispatch?.queueTarget ?? null,
    maxWaitMs: config.dispatch?.maxWaitMs ?? null,
    rewardVarianceFloor: config.dispatch?.rewardVarianceFloor ?? null,
    operators: config.diversity?.operators ?? [],
    similarityMax: config.diversity?.similarityMax ?? null,
    judge: config.judging.judge,
    sampleShare: config.judging.sampleShare,
    spearmanMin: config.judging.spearmanMin,
    rolloutsMax: config.budget.rollouts,
    patience: config.stopping.patience,
    targetScore: config.stopping.targetScore,
    ...{ canaryShare, canaryHours, canaryMargin },
  };
}
