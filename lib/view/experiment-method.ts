import {
  gepaSettings,
  type MethodSettingsChoice,
  type MethodSettingsInput,
  miproSettings,
  textGradSettings,
} from '@/lib/contracts/method-settings';
import type { MethodName } from '@/lib/domain/method-settings';
import { numberOr, numberOrNull } from './draft-numbers';

/** Which method learns, and the settings of those that search; while they are filled in. ACE's own stand elsewhere. */
export interface MethodDraft {
  readonly method: MethodName;
  readonly usesGroundTruth: boolean;
  readonly gepaFrontier: GepaChoice['frontier'];
  readonly gepaParent: GepaChoice['parent']['kind'];
  /** Epsilon or k, where the choice of the parent has one. */
  readonly gepaParentNumber: string;
  readonly gepaComponents: GepaChoice['components'];
  readonly gepaAcceptance: GepaChoice['acceptance'];
  readonly gepaKeep: GepaChoice['keep']['kind'];
  readonly gepaKeepNumber: string;
  readonly gepaSampling: GepaChoice['sampling']['kind'];
  readonly gepaSamplingParents: string;
  readonly gepaSamplingNumber: string;
  readonly gepaMerges: boolean;
  readonly gepaMergesMax: string;
  readonly gepaSkipsPerfect: boolean;
  readonly gepaStopMetricCalls: string;
  readonly gepaStopWithout: string;
  readonly gradRevertIfWorse: boolean;
  readonly gradMemory: string;
  /** Empty = every minibatch of an epoch. */
  readonly gradSteps: string;
  /** A sentence a line. */
  readonly gradConstraints: string;
  readonly miproCandidates: string;
  readonly miproTrials: string;
  readonly miproBootstrapped: string;
  readonly miproLabelled: string;
  readonly miproMinibatch: string;
  readonly miproFullEvery: string;
}

type GepaChoice = Extract<MethodSettingsChoice, { name: 'gepa' }>;

const GEPA = gepaSettings.parse({ name: 'gepa' });
const GRAD = textGradSettings.parse({ name: 'textgrad' });
const MIPRO = miproSettings.parse({ name: 'mipro' });

const EPSILON = 0.1;
const TOP_K = 5;
const PROPOSALS = 2;

export const EMPTY_METHOD: MethodDraft = {
  method: 'ace',
  usesGroundTruth: true,
  gepaFrontier: GEPA.frontier,
  gepaParent: GEPA.parent.kind,
  gepaParentNumber: '',
  gepaComponents: GEPA.components,
  gepaAcceptance: GEPA.acceptance,
  gepaKeep: GEPA.keep.kind,
  gepaKeepNumber: '',
  gepaSampling: GEPA.sampling.kind,
  gepaSamplingParents: String(PROPOSALS),
  gepaSamplingNumber: String(PROPOSALS),
  gepaMerges: GEPA.merge !== null,
  gepaMergesMax: String(GEPA.merge?.maxInvocations ?? TOP_K),
  gepaSkipsPerfect: GEPA.skipPerfect,
  gepaStopMetricCalls: '',
  gepaStopWithout: '',
  gradRevertIfWorse: GRAD.revertIfWorse,
  gradMemory: String(GRAD.gradientMemory),
  gradSteps: String(GRAD.stepsPerEpoch ?? ''),
  gradConstraints: '',
  miproCandidates: String(MIPRO.candidates),
  miproTrials: String(MIPRO.trials),
  miproBootstrapped: String(MIPRO.bootstrappedDemos),
  miproLabelled: String(MIPRO.labelledDemos),
  miproMinibatch: String(MIPRO.minibatch),
  miproFullEvery: String(MIPRO.fullEvaluationEvery),
};

/** The settings of a method that searches; what the API refuses of them comes back by field. */
export function searchSettingsOf(draft: MethodDraft): MethodSettingsInput {
  const useGroundTruth = draft.usesGroundTruth;
  if (draft.method === 'textgrad') {
    return {
      name: 'textgrad',
      revertIfWorse: draft.gradRevertIfWorse,
      gradientMemory: numberOr(draft.gradMemory, GRAD.gradientMemory),
      stepsPerEpoch: numberOrNull(draft.gradSteps),
      constraints: draft.gradConstraints.split('\n').flatMap((line) => line.trim() || []),
      useGroundTruth,
    };
  }
  if (draft.method === 'mipro') {
    return {
      name: 'mipro',
      candidates: numberOr(draft.miproCandidates, MIPRO.candidates),
      trials: numberOr(draft.miproTrials, MIPRO.trials),
      bootstrappedDemos: numberOr(draft.miproBootstrapped, MIPRO.bootstrappedDemos),
      labelledDemos: numberOr(draft.miproLabelled, MIPRO.labelledDemos),
      minibatch: numberOr(draft.miproMinibatch, MIPRO.minibatch),
      fullEvaluationEvery: numberOr(draft.miproFullEvery, MIPRO.fullEvaluationEvery),
      useGroundTruth,
    };
  }
  return { ...gepaOf(draft), useGroundTruth };
}

type GepaInput = Extract<MethodSettingsInput, { name: 'gepa' }>;

function gepaOf(draft: MethodDraft): GepaInput {
  const keep = draft.gepaKeep;
  return {
    name: 'gepa',
    frontier: draft.gepaFrontier,
    parent: parentOf(draft),
    components: draft.gepaComponents,
    acceptance: draft.gepaAcceptance,
    keep: keep === 'topK' ? { kind: keep, k: numberOr(draft.gepaKeepNumber, PROPOSALS) } : { kind: keep },
    sampling: samplingOf(draft),
    merge: draft.gepaMerges ? { maxInvocations: numberOr(draft.gepaMergesMax, TOP_K) } : null,
    skipPerfect: draft.gepaSkipsPerfect,
    stop: {
      metricCalls: numberOrNull(draft.gepaStopMetricCalls),
      iterationsWithoutImprovement: numberOrNull(draft.gepaStopWithout),
    },
  };
}

function parentOf({ gepaParent: kind, gepaParentNumber }: MethodDraft): NonNullable<GepaInput['parent']> {
  if (kind === 'epsilonGreedy') return { kind, epsilon: numberOr(gepaParentNumber, EPSILON) };
  return kind === 'topKPareto' ? { kind, k: numberOr(gepaParentNumber, TOP_K) } : { kind };
}

function samplingOf({
  gepaSampling: kind,
  gepaSamplingNumber,
  gepaSamplingParents,
}: MethodDraft): NonNullable<GepaInput['sampling']> {
  if (kind === 'single') return { kind };
  const n = numberOr(gepaSamplingNumber, PROPOSALS);
  return kind === 'pxn' ? { kind, parents: numberOr(gepaSamplingParents, PROPOSALS), n } : { kind, n };
}
