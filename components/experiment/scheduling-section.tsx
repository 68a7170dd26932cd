'use client';

import type { PreemptionMode } from '@/lib/domain/scheduling';
import { dispatchOfDraft, PREEMPTION_NAMES, stragglersOfDraft } from '@/lib/view/experiment-scheduling';
import { describeDispatch, describeStragglers } from '@/lib/view/experiment-setting-words';
import { PREEMPTION_WORDS } from '@/lib/view/run-dispatch';
import { AdvancedSection } from './advanced-section';
import { DraftNumber, DraftSelect, DraftSwitch, DraftText, useDraft } from './draft-field';
import { StragglerFields } from './straggler-fields';

/** When waiting calls go out together, and what is done about the slow ones. */
export function SchedulingSection() {
  const { draft } = useDraft();
  const grouping = draft.plannedGroups ? ('planned' as const) : ('afterBarrier' as const);
  const stragglers = stragglersOfDraft(draft);
  return (
    <AdvancedSection
      name="Scheduling"
      hint="When waiting calls go out together, and what is done about slow ones."
      summary={[
        describeDispatch(dispatchOfDraft(draft)),
        describeStragglers({ stragglers, aggregation: { grouping } }),
      ]}
    >
      <DraftSwitch
        name="batching"
        path="dispatch"
        label="Send calls in batches"
        hint="A parallel run needs it: off, each call goes as soon as a lane is free."
      >
        <DispatchFields />
      </DraftSwitch>
      <StragglerFields />
    </AdvancedSection>
  );
}

function DispatchFields() {
  const { draft } = useDraft();
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-faint text-xs">A batch is sent at the first of these; an empty one is off.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {/* No choice here can be wrong by itself: the number beside it carries the fault. */}
        <DraftSelect name="queueRule" label="Queue target">
          <option value="lanes">as many as there are lanes</option>
          <option value="count">a number of my own</option>
          <option value="off">off</option>
        </DraftSelect>
        {draft.queueRule === 'count' ? (
          <DraftNumber
            name="queueCount"
            path="dispatch.queueTarget"
            label="Waiting calls"
            hint="A batch is sent when so many wait"
          />
        ) : null}
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <DraftNumber
          name="maxWaitMs"
          path="dispatch.maxWaitMs"
          label="Longest wait, ms"
          hint="Of the oldest call"
          optional
        />
        <DraftNumber
          name="utilisationFloor"
          path="dispatch.utilisationFloor"
          label="Utilisation floor, %"
          hint="Fewer busy lanes: nothing waits"
          optional
        />
        <DraftNumber
          name="varianceFloor"
          path="dispatch.rewardVarianceFloor"
          label="Variance floor"
          hint="Rewards that vary less teach nothing more"
          optional
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <DraftNumber
          name="tokenBudget"
          path="dispatch.tokenBudget"
          label="Tokens of one batch"
          hint="Prompt and answer together"
        />
        <DraftText
          name="lengthBuckets"
          path="dispatch.lengthBuckets"
          label="Length buckets"
          hint="Upper bounds in prompt tokens, rising"
        />
        <DraftSelect
          name="preemption"
          path="dispatch.preemption"
          label="When a person’s candidate goes first"
          hint={PREEMPTION_WORDS[draft.preemption]}
        >
          {(Object.keys(PREEMPTION_NAMES) as PreemptionMode[]).map((mode) => (
            <option key={mode} value={mode}>
              {PREEMPTION_NAMES[mode]}
            </option>
          ))}
        </DraftSelect>
      </div>
    </div>
  );
}
