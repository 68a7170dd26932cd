'use client';

import { useDiagnosisForecast } from '@/components/diagnosis/use-diagnoses';
import { useProviders } from '@/components/settings/use-providers';
import { AdvancedFold } from '@/components/ui/advanced-fold';
import type { SplitView } from '@/lib/contracts/splits';
import type { ModelRole } from '@/lib/domain/model-role';
import { estimateOfDraft } from '@/lib/view/experiment-estimate';
import { changedGroups, changedSentence, GROUP_NAMES, hasFaultIn } from '@/lib/view/experiment-groups';
import { chosenModel, MIXED, modelGroups } from '@/lib/view/one-model';
import { plannedCurveOf } from '@/lib/view/planned-curve';
import { BudgetSection, EvaluationSection } from './budget-sections';
import { DiversitySection } from './diversity-section';
import { useDraft } from './draft-field';
import { EvaluatorSection } from './evaluator-section';
import { MethodSections } from './method-sections';
import { ModelSection } from './model-section';
import { SchedulingSection } from './scheduling-section';
import { SplitSection } from './split-section';
import { WorkerSection } from './worker-section';

interface AdvancedSettingsProps {
  readonly splits: readonly SplitView[];
  readonly roles: readonly ModelRole[];
  /** The text to begin with was chosen elsewhere. */
  readonly hasSeed: boolean;
}

/** Every setting beyond the five fields, in groups; closed, each says in one line what is set. */
export function AdvancedSettings({ splits, roles, hasSeed }: AdvancedSettingsProps) {
  const { draft, fault } = useDraft();
  const groups = modelGroups(useProviders().data ?? []);
  const hasMixedModels = chosenModel(groups, draft.models, roles) === MIXED;
  const split = splits.find((one) => one.id === draft.splitId);
  const forecast = useDiagnosisForecast(split?.id ?? null, plannedCurveOf(draft)).data ?? null;
  return (
    <AdvancedFold
      className="mt-4"
      summary={changedSentence(changedGroups(draft, { hasMixedModels }))}
      hasFault={GROUP_NAMES.some((name) => hasFaultIn(name, fault))}
    >
      <SplitSection splits={splits} />
      <ModelSection roles={roles} />
      <MethodSections hasSeed={hasSeed} />
      <EvaluationSection forecast={forecast} estimate={split ? estimateOfDraft(draft, split.counts) : null} />
      <BudgetSection />
      <SchedulingSection />
      <DiversitySection />
      <EvaluatorSection isJudged={roles.includes('evaluator')} />
      <WorkerSection />
    </AdvancedFold>
  );
}
