import type { MethodName } from '@/lib/domain/method-settings';
import { DraftArea, DraftNumber, DraftSwitch, useDraft } from './draft-field';
import { GepaFields } from './gepa-fields';

export const METHOD_HINTS: Readonly<Record<MethodName, string>> = {
  ace: 'A playbook of bullets, grown by a reflector and a curator.',
  gepa: 'A pool of prompts; each child must beat its parent before it is let in. Needs selection examples.',
  textgrad: 'Criticisms of single answers, and an optimiser that rewrites the prompt by them.',
  mipro:
    'Instructions and demonstrations, combined by a search over selection examples. Serial; no aggregation.',
};

/** The settings of the methods that rewrite or search a whole prompt. */
export function SearchMethodFields() {
  const { method } = useDraft().draft;
  return (
    <>
      {method === 'gepa' ? <GepaFields /> : null}
      {method === 'textgrad' ? <TextGradFields /> : null}
      {method === 'mipro' ? <MiproFields /> : null}
      <DraftSwitch
        name="usesGroundTruth"
        path="method.useGroundTruth"
        label="Show the expected answer to the proposer"
        hint="Off: it learns from the score and the feedback alone."
      />
    </>
  );
}

function TextGradFields() {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <DraftNumber
          name="gradMemory"
          path="method.gradientMemory"
          label="Earlier steps shown again"
          hint="0 = none"
        />
        <DraftNumber
          name="gradSteps"
          path="method.stepsPerEpoch"
          label="Steps an epoch"
          hint="Empty = all; comparing sizes needs all"
          optional
        />
      </div>
      <DraftSwitch
        name="gradRevertIfWorse"
        path="method.revertIfWorse"
        label="Take a worse prompt back"
        hint="Each new prompt is measured on selection first."
      />
      <DraftArea
        name="gradConstraints"
        path="method.constraints"
        label="Constraints"
        hint="A sentence a line; every new prompt must obey them."
        optional
      />
    </>
  );
}

function MiproFields() {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <DraftNumber
        name="miproCandidates"
        path="method.candidates"
        label="Candidates"
        hint="Instructions and sets"
      />
      <DraftNumber name="miproTrials" path="method.trials" label="Trials" />
      <DraftNumber name="miproMinibatch" path="method.minibatch" label="Selection examples of a trial" />
      <DraftNumber
        name="miproFullEvery"
        path="method.fullEvaluationEvery"
        label="All of selection after trials"
      />
      <DraftNumber
        name="miproBootstrapped"
        path="method.bootstrappedDemos"
        label="Bootstrapped demonstrations"
      />
      <DraftNumber name="miproLabelled" path="method.labelledDemos" label="Labelled demonstrations" />
    </div>
  );
}
