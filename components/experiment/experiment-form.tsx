'use client';

import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import type { z } from 'zod';
import { MAY_NOT_EXPERIMENT, useViewer } from '@/components/account/viewer';
import { ApiProblem } from '@/components/api/client';
import { ProblemNotice } from '@/components/api/problem-notice';
import { useContractForm } from '@/components/api/use-contract-form';
import { useDiagnosisForecast } from '@/components/diagnosis/use-diagnoses';
import { useCreateExperiment } from '@/components/queries/use-experiments';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { createExperimentBody } from '@/lib/contracts/experiments';
import { withDefaults } from '@/lib/view/experiment-defaults';
import { diversityFaults } from '@/lib/view/experiment-diversity';
import { bodyOfDraft, EMPTY_DRAFT, type ExperimentDraft } from '@/lib/view/experiment-draft';
import { estimateRun } from '@/lib/view/experiment-estimate';
import { plannedCurveOf } from '@/lib/view/planned-curve';
import { BeginButton } from './begin-button';
import { BudgetSection, EvaluationSection } from './budget-sections';
import { DiversitySection } from './diversity-section';
import { DraftContext } from './draft-context';
import { EvaluatorSection } from './evaluator-section';
import { type ChosenData, FormBeginning, type Seed } from './form-beginning';
import { MAKE_AND_RUN, MakeButtons } from './make-buttons';
import { MethodSections } from './method-sections';
import { ModelSection } from './model-section';
import { PersonalDataPanel } from './personal-data-panel';
import { SchedulingSection } from './scheduling-section';
import { TaskSection } from './task-section';
import { useFilledDraft } from './use-filled-draft';
import { WorkerSection } from './worker-section';

interface ExperimentFormProps {
  readonly seed?: Seed | null;
  /** The data set that it is to run on; else the newest. */
  readonly data?: ChosenData | null;
}

const NAME_MAX = 100;

const isPrivate = (error: unknown) => error instanceof ApiProblem && error.problem.code === 'PII_IN_PROMPT';

/** Every setting has a sensible beginning: a name, a task, a split and three models are enough. */
export function ExperimentForm({ seed = null, data = null }: ExperimentFormProps) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const create = useCreateExperiment();
  const isToRun = useRef(false);
  const contract = useContractForm<ExperimentDraft, z.input<typeof createExperimentBody>>({
    defaultValues: {
      ...EMPTY_DRAFT,
      startText: seed?.text ?? '',
      ...(data ? { datasetId: data.id, name: `${data.name.slice(0, NAME_MAX)} with ACE` } : {}),
    },
    schema: createExperimentBody,
    bodyOf: (given) => bodyOfDraft(withDefaults(given, choices), { isJudged }),
    send: async (body) => {
      const made = await create.mutateAsync(body);
      router.push(`/experiments/${made.id}${isToRun.current ? '?run=plan' : ''}`);
    },
  });
  const { problem } = contract;
  const isMade = create.isPending || create.isSuccess;
  const { draft, choices, splits, isJudged } = useFilledDraft(contract.watch());
  const split = splits.data?.find((one) => one.id === draft.splitId);
  const form = {
    ...contract,
    draft,
    fault: (path: string) => contract.fault(path) ?? diversityFaults(draft).get(path),
  };
  const forecast = useDiagnosisForecast(split?.id ?? null, plannedCurveOf(draft)).data ?? null;
  const estimate = split
    ? estimateRun({
        counts: split.counts,
        epochs: Number(draft.epochs) || 1,
        maxRounds: Number(draft.maxRounds) || 1,
        everyExamples: Number(draft.everyExamples) || null,
        evaluationSplit: draft.evaluationSplit,
        aggregation: draft.aggregation,
        batchSize: draft.batch === 'static' ? Number(draft.batchSize) || 1 : null,
      })
    : null;
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Experiments', href: '/experiments' }]}
        title="New experiment"
        description="Settings stay open until the first run pins them. This is the full form; the guided set-up asks for what a plan needs, one step after the other."
        actions={seed ? null : <BeginButton />}
      />
      {mayExperiment ? null : <Notice tone="honey">{MAY_NOT_EXPERIMENT}</Notice>}
      <FormBeginning seed={seed} data={data} characters={draft.startText.length} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const { submitter } = event.nativeEvent as SubmitEvent;
          isToRun.current = submitter?.id === MAKE_AND_RUN;
          void form.submit(event.currentTarget);
        }}
      >
        <DraftContext value={form}>
          <Card className="pt-2">
            <TaskSection splits={splits.data ?? []} />
            <ModelSection isJudged={isJudged} />
            <MethodSections hasSeed={seed !== null} />
            <EvaluationSection forecast={forecast} estimate={estimate} />
            <BudgetSection />
            <SchedulingSection />
            <DiversitySection />
            <EvaluatorSection isJudged={isJudged} />
            <WorkerSection />
          </Card>
        </DraftContext>
        {isPrivate(problem) ? (
          <PersonalDataPanel
            text={draft.startText}
            onText={(text) => form.setValue('startText', text)}
            reason={draft.personalDataReason}
            onReason={(reason) => form.setValue('personalDataReason', reason)}
          />
        ) : null}
        <div className="z-20 mt-4 flex flex-col gap-3 rounded-lg border border-line bg-surface p-3 shadow-raised md:sticky md:bottom-3">
          {problem ? <ProblemNotice error={problem} /> : null}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="numbers min-w-0 flex-1 basis-64 text-ink-faint text-xs">
              {estimate ? `A run takes ${estimate.sentence}` : 'Choose a split to see what a run will take.'}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button asChild>
                <Link href="/experiments">Cancel</Link>
              </Button>
              <MakeButtons
                disabled={!mayExperiment}
                busy={isMade ? (isToRun.current ? 'run' : 'make') : null}
              />
            </div>
          </div>
        </div>
      </form>
    </>
  );
}
