import { MODEL_ROLES, type ModelRole } from '@/lib/domain/model-role';
import { modelChoiceOf, numberOrNull } from './draft-numbers';

/** Which model plays which role while an experiment is filled in, and how long its replies may be. */
export interface ModelsDraft {
  /** Attempts the examples; empty = one call of the serving model. */
  readonly agentId: string;
  /** `providerId/model` by role; empty = not chosen. */
  readonly models: Readonly<Record<ModelRole, string>>;
  /** Tokens of the longest reply by role; empty = the usual length. */
  readonly replyTokens: Readonly<Record<ModelRole, string>>;
}

const NOTHING = { serving: '', proposer: '', evaluator: '' };

export const EMPTY_MODELS: ModelsDraft = { agentId: '', models: NOTHING, replyTokens: NOTHING };

/** Uses the practice model for every role without a chosen model. */
export function withPracticeModels(
  { models }: Pick<ModelsDraft, 'models'>,
  practice: Readonly<Record<ModelRole, string>> | null,
): ModelsDraft['models'] {
  return {
    serving: models.serving || (practice?.serving ?? ''),
    proposer: models.proposer || (practice?.proposer ?? ''),
    evaluator: models.evaluator || (practice?.evaluator ?? ''),
  };
}

/**
 * Roles without a model are left out; the API names them when a run starts. Where code scores, the form does not ask for
 * an evaluator: the one that the draft has by itself is kept beside a model of its own provider and of no other.
 */
export function modelsOfDraft(
  { models, replyTokens }: Omit<ModelsDraft, 'agentId'>,
  { isJudged } = { isJudged: true },
) {
  const providerOf = (role: ModelRole) => modelChoiceOf(models[role])?.providerId;
  const keepsEvaluator = isJudged || providerOf('evaluator') === providerOf('serving');
  return Object.fromEntries(
    MODEL_ROLES.flatMap((role) => {
      const chosen = role === 'evaluator' && !keepsEvaluator ? null : modelChoiceOf(models[role]);
      const maxTokens = numberOrNull(replyTokens[role]);
      return chosen === null ? [] : [[role, { ...chosen, ...(maxTokens === null ? {} : { maxTokens }) }]];
    }),
  );
}
