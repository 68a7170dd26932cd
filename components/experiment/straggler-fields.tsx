'use client';

import { DraftNumber, DraftSwitch, useDraft } from './draft-field';

/** Three ways past a slow call, each off by default: what one gains depends on the provider's tail. */
export function StragglerFields() {
  const { draft } = useDraft();
  return (
    <>
      <DraftSwitch
        name="carriesOver"
        path="stragglers.carryOverAfterShare"
        label="Carry late reflections over"
        hint="An iteration closes without its last reflections; they join the next one, or are dropped if late twice."
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <DraftNumber
            name="carryOverAfter"
            path="stragglers.carryOverAfterShare"
            label="Closes at, %"
            hint="Of its reflections, below 100"
          />
        </div>
      </DraftSwitch>
      {draft.aggregation === 'combee' ? (
        <DraftSwitch
          name="plannedGroups"
          path="aggregation.grouping"
          label="Plan the groups ahead"
          hint="A group is aggregated as soon as its own members are in; a failed member leaves a hole."
        />
      ) : null}
      <DraftSwitch
        name="overlaps"
        path="stragglers.overlap"
        label="Overlap iterations"
        hint="The next map starts on the old candidate while this one is reduced, so its reflections are one step stale."
      />
    </>
  );
}
