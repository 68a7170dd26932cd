'use client';

import { Field } from '@/components/ui/field';
import { cacheOfDraft, judgingOfDraft } from '@/lib/view/experiment-evaluator';
import { describeCache, describeJudging } from '@/lib/view/experiment-setting-words';
import { AdvancedSection } from './advanced-section';
import { DraftArea, DraftNumber, DraftSelect, DraftSwitch, useDraft } from './draft-field';
import { ModelSelect } from './model-section';

const REASON_HINT = 'A run does not start without it; it is what a reviewer asks first.';

/** Who judges and how that is checked, where a judge scores; and whether paid answers are used again. */
export function EvaluatorSection({ isJudged }: { isJudged: boolean }) {
  const { draft } = useDraft();
  return (
    <AdvancedSection
      name="Evaluator"
      hint={
        isJudged
          ? 'Who judges, how the judge is checked, and whether paid answers are used again.'
          : 'No judge scores this task, so only the cache is to be set.'
      }
      summary={[
        ...(isJudged ? [describeJudging(judgingOfDraft(draft))] : []),
        `Cache: ${describeCache(cacheOfDraft(draft)).toLowerCase()}`,
      ]}
    >
      {isJudged ? <JudgeFields /> : null}
      <DraftSwitch
        name="readsCache"
        path="evaluationCache.read"
        label="Use answers that are already paid"
        hint="A prompt that was scored on an example keeps its score, for every run of this workspace."
      />
      {draft.readsCache ? null : (
        <DraftArea
          hint={REASON_HINT}
          name="cacheOffReason"
          path="evaluationCache.offReason"
          label="Why pay again"
        />
      )}
    </AdvancedSection>
  );
}

function JudgeFields() {
  const { draft, setValue, fault } = useDraft();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <DraftSelect
          name="judge"
          path="judging.judge"
          label="Who judges"
          hint="The proposer is at hand, but biased in favour of its own edits."
        >
          <option value="separate">The separate model above</option>
          <option value="proposer">The proposer, forced</option>
        </DraftSelect>
      </div>
      {draft.judge === 'proposer' ? (
        <DraftArea
          hint={REASON_HINT}
          name="forcedReason"
          path="judging.forcedReason"
          label="Why the proposer has to judge"
        />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-3">
        <DraftNumber
          name="sampleShare"
          path="judging.sampleShare"
          label="Calibration sample, %"
          hint="Of the rollouts, at least 5"
        />
        <DraftNumber name="minPairs" path="judging.minPairs" label="Pairs" hint="At least 30" />
        <DraftNumber
          name="spearmanMin"
          path="judging.spearmanMin"
          label="Spearman minimum"
          hint="Below it the judge is taken back; at least 0.7"
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <DraftNumber
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
          fault={fault('judging.proxy')}
        >
          {(control) => (
            <ModelSelect
              control={control}
              value={draft.proxy}
              empty="None"
              onChange={(proxy) => setValue('proxy', proxy)}
            />
          )}
        </Field>
      </div>
    </>
  );
}
