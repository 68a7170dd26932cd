'use client';

import { lanesMaxOfDraft } from '@/lib/view/experiment-scheduling';
import { describeWorkers } from '@/lib/view/experiment-setting-words';
import { AdvancedSection } from './advanced-section';
import { DraftNumber, DraftSwitch, useDraft } from './draft-field';

/** How many workers and lanes a run may take. */
export function WorkerSection() {
  const { draft } = useDraft();
  return (
    <AdvancedSection
      name="Workers"
      hint="How far a run spreads."
      summary={[describeWorkers({ spreadRollouts: draft.spreadRollouts, lanesMax: lanesMaxOfDraft(draft) })]}
    >
      <DraftSwitch
        name="spreadRollouts"
        label="Spread rollouts over all workers"
        hint="Pays where scoring is heavy on the worker itself; calls to a model alone gain nothing by it."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DraftNumber
          name="lanesMax"
          label="Raise lanes up to"
          hint="By themselves, while batches fill, diversity holds and the selection score does not fall; never if empty, or without selection examples"
          optional
        />
      </div>
    </AdvancedSection>
  );
}
