import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { type DraftForm, DraftNumber, DraftSwitch } from './draft-field';
import { GepaFields } from './gepa-fields';

export const METHOD_HINTS: Readonly<Record<DraftForm['draft']['method'], string>> = {
  ace: 'ACE: a playbook of bullets, grown by a reflector and a curator.',
  gepa: 'GEPA: a pool of prompts; each child must beat its parent before it is let in. Needs selection examples.',
  textgrad: 'TextGrad: criticisms of single answers, and an optimiser that rewrites the prompt by them.',
  mipro:
    'MIPROv2: instructions and demonstrations, combined by a search over selection examples. Serial; no aggregation.',
};

/** The settings of the methods that rewrite or search a whole prompt. */
export function SearchMethodFields({ form }: { form: DraftForm }) {
  const { method } = form.draft;
  return (
    <>
      {method === 'gepa' ? <GepaFields form={form} /> : null}
      {method === 'textgrad' ? <TextGradFields form={form} /> : null}
      {method === 'mipro' ? <MiproFields form={form} /> : null}
      <DraftSwitch
        form={form}
        name="usesGroundTruth"
        path="method.useGroundTruth"
        label="Show the expected answer to the proposer"
        hint="Off: it learns from the score and the feedback alone."
      />
    </>
  );
}

function TextGradFields({ form }: { form: DraftForm }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <DraftNumber
          form={form}
          name="gradMemory"
          path="method.gradientMemory"
          label="Earlier steps shown again"
          hint="0 = none"
        />
        <DraftNumber
          form={form}
          name="gradSteps"
          path="method.stepsPerEpoch"
          label="Steps an epoch"
          hint="Empty = all; comparing sizes needs all"
          optional
        />
      </div>
      <DraftSwitch
        form={form}
        name="gradRevertIfWorse"
        path="method.revertIfWorse"
        label="Take a worse prompt back"
        hint="Each new prompt is measured on selection first."
      />
      <Field
        id="exp-gradConstraints"
        label="Constraints"
        hint="A sentence a line; every new prompt must obey them."
        optional
        fault={form.fault('method.constraints')}
      >
        {(control) => (
          <Textarea
            {...control}
            value={form.draft.gradConstraints}
            onChange={(event) => form.change({ gradConstraints: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

function MiproFields({ form }: { form: DraftForm }) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <DraftNumber
        form={form}
        name="miproCandidates"
        path="method.candidates"
        label="Candidates"
        hint="Instructions and sets"
      />
      <DraftNumber form={form} name="miproTrials" path="method.trials" label="Trials" />
      <DraftNumber
        form={form}
        name="miproMinibatch"
        path="method.minibatch"
        label="Selection examples of a trial"
      />
      <DraftNumber
        form={form}
        name="miproFullEvery"
        path="method.fullEvaluationEvery"
        label="All of selection after trials"
      />
      <DraftNumber
        form={form}
        name="miproBootstrapped"
        path="method.bootstrappedDemos"
        label="Bootstrapped demonstrations"
      />
      <DraftNumber
        form={form}
        name="miproLabelled"
        path="method.labelledDemos"
        label="Labelled demonstrations"
      />
    </div>
  );
}
