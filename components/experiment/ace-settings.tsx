import { DraftNumber, DraftSelect, DraftSwitch } from './draft-field';

/** Settings of ACE beside epochs and lanes. To score a playbook without learning there is "Measure a prompt". */
export function AceSettingsFields() {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <DraftNumber
          name="maxRounds"
          path="method.maxRounds"
          label="Reflection rounds"
          hint="While the answer is wrong; 1 to 5"
        />
        <DraftSelect
          name="aceEdits"
          path="method.edits"
          label="Edits"
          hint="All: bullets are also reworded, merged and removed"
        >
          <option value="add">Add bullets only, as published</option>
          <option value="all">All: add, update, merge, remove</option>
        </DraftSelect>
        <DraftSelect
          name="aceMode"
          path="method.mode"
          label="Mode"
          hint="Online: one epoch, each minibatch scored before it is learned from"
        >
          <option value="offline">Offline: learn, then measure held-out</option>
          <option value="online">Online: measure, then learn</option>
        </DraftSelect>
        <DraftNumber
          name="aceTokenBudget"
          path="method.playbookTokenBudget"
          label="Tokens of the playbook"
          hint="What would grow past it is left out"
        />
        <DraftNumber
          name="aceDedupe"
          path="method.dedupeThreshold"
          label="Merge near-duplicates from"
          hint="Cosine, 0.5 to 1, such as 0.9; empty = off"
          optional
        />
        <DraftSelect
          name="aceTagCounting"
          path="method.tagCounting"
          label="Helpful and harmful tags"
          hint="How a batch of them moves a bullet's counters"
        >
          <option value="sum">Every tag counts</option>
          <option value="last">The last tag counts, as published</option>
        </DraftSelect>
      </div>
      <DraftSwitch
        name="usesGroundTruth"
        path="method.useGroundTruth"
        label="Show the expected answer to the reflector"
        hint="Off: it learns from the verdict and from what the evaluator says, without the answer."
      />
    </>
  );
}
