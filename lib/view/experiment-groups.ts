import { experimentConfig } from '@/lib/contracts/experiment-config';
import { methodWords } from '@/lib/domain/method-words';
import { MODEL_ROLES, type ModelRole } from '@/lib/domain/model-role';
import { modelChoiceOf } from './draft-numbers';
import { EMPTY_ACE } from './experiment-ace';
import { EMPTY_DIVERSITY } from './experiment-diversity';
import { bodyOfDraft, EMPTY_DRAFT, type ExperimentDraft } from './experiment-draft';
import { EMPTY_EVALUATOR } from './experiment-evaluator';
import { EMPTY_METHOD } from './experiment-method';
import { EMPTY_SCHEDULING } from './experiment-scheduling';
import {
  describeAggregation,
  describeBatch,
  describeBudget,
  describeEvaluation,
  describeStopping,
} from './manifest-lines';
import { formatCount, plural } from './numbers';

/**
 * Groups of the advanced settings of an experiment: their faults in the request, the fields of the draft that they hold,
 * and one line that says what a closed group has set.
 */
export type GroupName =
  | 'Split and description'
  | 'Models by role'
  | 'Method'
  | 'Aggregation'
  | 'Batch size'
  | 'Evaluation'
  | 'Budget and stopping'
  | 'Scheduling'
  | 'Diversity'
  | 'Evaluator'
  | 'Workers';

interface Group {
  readonly paths: readonly string[];
  readonly fields: readonly (keyof ExperimentDraft)[];
}

const namesOf = <Part extends object>(part: Part) => Object.keys(part) as (keyof Part)[];
const WORKER_FIELDS = ['spreadRollouts', 'lanesMax'] as const;
const isOfScheduling = (name: keyof typeof EMPTY_SCHEDULING) =>
  !(WORKER_FIELDS as readonly string[]).includes(name);

const GROUPS: Readonly<Record<GroupName, Group>> = {
  // Which split is measured is a choice that every experiment makes, so only the description counts as a change.
  'Split and description': { paths: ['splitId', 'description'], fields: ['description'] },
  // The models themselves are compared with the one model of the form, which needs the providers.
  'Models by role': { paths: ['models'], fields: ['replyTokens'] },
  Method: {
    paths: ['method', 'epochs', 'lanes', 'seedCandidateText'],
    fields: [...namesOf(EMPTY_METHOD), ...namesOf(EMPTY_ACE), 'epochs', 'lanes', 'startText'],
  },
  Aggregation: {
    paths: ['aggregation.kind', 'aggregation.duplication', 'aggregation.reducer', 'survival'],
    fields: ['aggregation', 'duplication', 'reducer', 'insightIds'],
  },
  'Batch size': {
    paths: ['batch'],
    fields: ['batch', 'batchSize', 'batchReason', 'profileSizes', 'maxBatch', 'survivalFloor'],
  },
  Evaluation: {
    paths: ['evaluation'],
    fields: ['everyExamples', 'repetitionsMax', 'evaluationSplit', 'besideMap'],
  },
  'Budget and stopping': {
    paths: ['budget', 'stopping'],
    fields: ['rollouts', 'tokens', 'usd', 'minutes', 'gpuSeconds', 'patience', 'target'],
  },
  Scheduling: {
    paths: ['dispatch', 'stragglers', 'aggregation.grouping'],
    fields: namesOf(EMPTY_SCHEDULING).filter(isOfScheduling),
  },
  Diversity: { paths: ['diversity'], fields: namesOf(EMPTY_DIVERSITY) },
  Evaluator: { paths: ['judging', 'evaluationCache'], fields: namesOf(EMPTY_EVALUATOR) },
  Workers: { paths: ['spreadRollouts', 'lanesMax'], fields: WORKER_FIELDS },
};

export const GROUP_NAMES = Object.keys(GROUPS) as readonly GroupName[];

export const hasFaultIn = (name: GroupName, fault: (path: string) => string | undefined): boolean =>
  GROUPS[name].paths.some((path) => fault(path) !== undefined);

/** Groups with a setting that is not the default of a new experiment. */
export function changedGroups(
  draft: ExperimentDraft,
  { hasMixedModels }: { readonly hasMixedModels: boolean },
): readonly GroupName[] {
  return GROUP_NAMES.filter(
    (name) =>
      (name === 'Models by role' && hasMixedModels) ||
      GROUPS[name].fields.some(
        (field) => JSON.stringify(draft[field]) !== JSON.stringify(EMPTY_DRAFT[field]),
      ),
  );
}

export const changedSentence = (changed: readonly GroupName[]): string =>
  changed.length === 0 ? 'All at their defaults' : `Changed: ${changed.join(', ')}`;

const USUAL = experimentConfig.parse({});

type Described =
  | 'Models by role'
  | 'Method'
  | 'Aggregation'
  | 'Batch size'
  | 'Evaluation'
  | 'Budget and stopping';

/** Settings of a closed group in one line; the other groups have words of their own. */
export function groupSummary(name: Described, draft: ExperimentDraft, roles: readonly ModelRole[]): string {
  const body = bodyOfDraft(draft);
  switch (name) {
    case 'Models by role':
      return MODEL_ROLES.filter((role) => roles.includes(role))
        .map((role) => `${role}: ${modelChoiceOf(draft.models[role])?.model ?? 'not chosen'}`)
        .join(' · ');
    case 'Method':
      return [
        methodWords(draft.method),
        plural(body.epochs, 'epoch'),
        `${formatCount(body.lanes)} lanes`,
        draft.startText.trim() === ''
          ? 'the method’s own first prompt'
          : `starts with a prompt of ${formatCount(draft.startText.length)} characters`,
      ].join(' · ');
    case 'Aggregation':
      return describeAggregation({ ...USUAL.aggregation, ...body.aggregation });
    case 'Batch size':
      return describeBatch(
        body.batch.kind === 'static' || USUAL.batch.kind === 'static'
          ? { kind: 'static', size: Number(draft.batchSize), reason: draft.batchReason }
          : { ...USUAL.batch, ...body.batch },
      );
    case 'Evaluation':
      return describeEvaluation({ ...USUAL.evaluation, ...body.evaluation });
    case 'Budget and stopping':
      return `${describeBudget(body.budget)} · ${describeStopping({ ...USUAL.stopping, ...body.stopping })}`;
  }
}
