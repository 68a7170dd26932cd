'use client';

import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { cacheOfDraft, judgingOfDraft } from '@/lib/view/experiment-evaluator';
import { describeCache, describeJudging } from '@/lib/view/experiment-setting-words';
import { AdvancedSection } from './advanced-section';
import { type DraftForm, DraftNumber, DraftSelect, DraftSwitch } from './draft-field';
import { ModelSelect } from './model-section';

/** Who judges and how that is checked, where a judge scores; and whether paid answers are used again. */
export function EvaluatorSection({ form, isJudged }: { form: DraftForm; isJudged: boolean }) {
  const { draft, fault } = form;
  return (
    <AdvancedSection
      title="Evaluator"
      hint={
        isJudged
          ? 'Who judges, how the judge is checked, and whether paid answers are used again.'
          : 'No judge scores this task, so only the cache is to be set.'
      }
      summary={[
        ...(isJudged ? [describeJudging(judgingOfDraft(draft))] : []),
        `Cache: ${describeCache(cacheOfDraft(draft)).toLowerCase()}`,
      ]}
      hasFault={fault('judging') !== undefined || fault('evaluationCache') !== undefined}
    >
      {isJudged ? <JudgeFields form={form} /> : null}
      <DraftSwitch
        form={form}
        name="readsCache"
        path="evaluationCache.read"
        label="Use answers that are already paid"
        hint="A prompt that was scored on an example keeps its score, for every run of this workspace."
      />
      {draft.readsCache ? null : (
        <ReasonField
          form={form}
          name="cacheOffReason"
          path="evaluationCache.offReason"
          label="Why pay again"
        />
      )}
    </AdvancedSection>
  );
}

function JudgeFields({ form }: { form: DraftForm }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <DraftSelect
          form={form}
          name="judge"
          path="judging.judge"
          label="Who judges"
          hint="The proposer is at hand, but biased in favour of its own edits."
        >
          <option value="separate">The separate model above</option>
          <option value="proposer">The proposer, forced</option>
        </DraftSelect>
      </div>
      {form.draft.judge === 'proposer' ? (
        <ReasonField
          form={form}
          name="forcedReason"
          path="judging.forcedReason"
          label="Why the proposer has to judge"
        />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-3">
        <DraftNumber
          form={form}
          name="sampleShare"
          path="judging.sampleShare"
          label="Calibration sample, %"
          hint="Of the rollouts, at least 5"
        />
        <DraftNumber form={form} name="minPairs" path="judging.minPairs" label="Pairs" hint="At least 30" />
        <DraftNumber
          form={form}
          name="spearmanMin"
          path="judging.spearmanMin"
          label="Spearman minimum"
          hint="Below it the judge is taken back; at least 0.7"
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <DraftNumber
          form={form}
          name="costCeilingUsd"
          path="judging.costCeilingUsd"
          label="Cost ceiling, US dollars"
          hint="For judging one rollout; above it the proxy judges"
          optional
        />
        <Field
          id="exp-proxy"
          label="Proxy"
          optional
          hint="Smaller than the judge, and calibrated against it first"
          fault={form.fault('judging.proxy')}
        >
          {(control) => (
            <ModelSelect
              control={control}
              value={form.draft.proxy}
              empty="None"
              onChange={(proxy) => form.change({ proxy })}
            />
          )}
        </Field>
      </div>
    </>
  );
}

interface ReasonFieldProps {
  readonly form: DraftForm;
  readonly name: 'forcedReason' | 'cacheOffReason';
  readonly path: string;
  readonly label: string;
}

function ReasonField({ form, name, path, label }: ReasonFieldProps) {
  return (
    <Field
      id={`exp-${name}`}
      label={label}
      hint="A run does not start without it; it is what a reviewer asks first."
      fault={form.fault(path)}
    >
      {(control) => (
        <Textarea
          {...control}
          value={form.draft[name]}
          onChange={(event) => form.change({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
}
