'use client';

import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import type { z } from 'zod';
import { MAY_NOT_EXPERIMENT, useViewer } from '@/components/account/viewer';
import { ApiProblem } from '@/components/api/client';
import { useContractForm } from '@/components/api/use-contract-form';
import { useCreateExperiment } from '@/components/queries/use-experiments';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { createExperimentBody } from '@/lib/contracts/experiments';
import { MODEL_ROLES } from '@/lib/domain/model-role';
import { withDefaults } from '@/lib/view/experiment-defaults';
import { diversityFault } from '@/lib/view/experiment-diversity';
import { bodyOfDraft, EMPTY_DRAFT, type ExperimentDraft } from '@/lib/view/experiment-draft';
import { AdvancedSettings } from './advanced-settings';
import { AgentField } from './agent-field';
import { BeginButton } from './begin-button';
import { DataField, NoSplitNotice } from './data-field';
import { DraftContext } from './draft-context';
import { ModelField } from './model-field';
import { NameField } from './name-field';
import { PersonalDataPanel } from './personal-data-panel';
import { type Seed, SeedNotice } from './seed-notice';
import { MAKE_AND_RUN, SubmitBar } from './submit-bar';
import { TaskField } from './task-field';
import { useFilledDraft } from './use-filled-draft';

interface ExperimentFormProps {
  readonly seed?: Seed | null;
  /** The data set that it is to run on; else the newest. */
  readonly datasetId?: string | null;
}

const isPrivate = (error: unknown) => error instanceof ApiProblem && error.problem.code === 'PII_IN_PROMPT';

/** Five fields, each filled in already; everything else has a sensible beginning under Advanced. */
export function ExperimentForm({ seed = null, datasetId = null }: ExperimentFormProps) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const create = useCreateExperiment();
  const isToRun = useRef(false);
  const contract = useContractForm<ExperimentDraft, z.input<typeof createExperimentBody>>({
    defaultValues: { ...EMPTY_DRAFT, startText: seed?.text ?? '', datasetId: datasetId ?? '' },
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
  const form = {
    ...contract,
    draft,
    fault: (path: string) => contract.fault(path) ?? diversityFault(draft, path),
  };
  const roles = isJudged ? MODEL_ROLES : MODEL_ROLES.filter((role) => role !== 'evaluator');
  const known = splits.data ?? [];
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Experiments', href: '/experiments' }]}
        title="New experiment"
        description="Filled in and ready to create. The first run pins the settings."
        actions={seed ? null : <BeginButton />}
      />
      {mayExperiment ? null : (
        <Notice tone="honey" className="mb-4">
          {MAY_NOT_EXPERIMENT}
        </Notice>
      )}
      {seed ? <SeedNotice seed={seed} characters={draft.startText.length} /> : null}
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
          <Card>
            <div className="flex flex-col gap-4">
              <NameField />
              <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
                <DataField splits={known} />
                <TaskField />
                <AgentField />
                <ModelField roles={roles} />
              </div>
              {draft.datasetId !== '' && splits.isSuccess && known.length === 0 ? (
                <NoSplitNotice datasetId={draft.datasetId} />
              ) : null}
            </div>
          </Card>
          <AdvancedSettings splits={known} roles={roles} hasSeed={seed !== null} />
          {isPrivate(problem) ? (
            <PersonalDataPanel
              text={draft.startText}
              onText={(text) => form.setValue('startText', text)}
              reason={draft.personalDataReason}
              onReason={(reason) => form.setValue('personalDataReason', reason)}
            />
          ) : null}
          <SubmitBar
            splits={known}
            problem={problem}
            busy={isMade ? (isToRun.current ? 'run' : 'make') : null}
          />
        </DraftContext>
      </form>
    </>
  );
}
