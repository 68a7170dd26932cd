'use client';

import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { METHOD_NAMES, methodWords } from '@/lib/domain/method-words';
import { AGGREGATION_KINDS, AGGREGATION_WORDS } from '@/lib/view/aggregation-words';
import { AceSettingsFields } from './ace-settings';
import { type DraftForm, DraftNumber, DraftSelect, DraftSwitch, DraftText } from './draft-field';
import { FormSection } from './form-section';
import { METHOD_HINTS, SearchMethodFields } from './method-fields';
import { StartTextField } from './start-text-field';

interface MethodSectionsProps {
  readonly form: DraftForm;
  /** The text to begin with was chosen elsewhere. */
  readonly hasSeed: boolean;
}

export function MethodSections({ form, hasSeed }: MethodSectionsProps) {
  const { draft } = form;
  return (
    <>
      <FormSection title="Method" hint={METHOD_HINTS[draft.method]}>
        <div className="grid gap-4 sm:grid-cols-3">
          <DraftSelect form={form} name="method" path="method.name" label="Method">
            {METHOD_NAMES.map((name) => (
              <option key={name} value={name}>
                {methodWords(name)}
              </option>
            ))}
          </DraftSelect>
          <DraftNumber form={form} name="epochs" path="epochs" label="Epochs" hint="Passes over train" />
          <DraftNumber form={form} name="lanes" path="lanes" label="Lanes" hint="Calls in flight at once" />
        </div>
        {draft.method === 'ace' ? <AceSettingsFields form={form} /> : <SearchMethodFields form={form} />}
        {hasSeed ? null : <StartTextField form={form} />}
      </FormSection>
      <FormSection title="Aggregation" hint="How many reflections become one update.">
        <div className="grid gap-4 sm:grid-cols-3">
          <DraftSelect
            form={form}
            name="aggregation"
            path="aggregation.kind"
            label="Kind"
            hint={AGGREGATION_WORDS[draft.aggregation].sentence}
          >
            {AGGREGATION_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {AGGREGATION_WORDS[kind].name}
              </option>
            ))}
          </DraftSelect>
          {draft.aggregation === 'combee' ? (
            <>
              <DraftNumber
                form={form}
                name="duplication"
                path="aggregation.duplication"
                label="Copies of each reflection"
                hint="p of the augmented shuffle"
              />
              <DraftSelect form={form} name="reducer" path="aggregation.reducer" label="Second level">
                <option value="llm">Combined by the model</option>
                <option value="union">United without a model</option>
              </DraftSelect>
            </>
          ) : null}
        </div>
        {draft.method === 'ace' ? (
          <DraftSwitch
            form={form}
            name="insightIds"
            path="survival.ids"
            label="Insights carry ids"
            hint="The curator and the combiner name the insights that each line was made of, a few tokens each."
          />
        ) : null}
      </FormSection>
      <FormSection
        title="Batch size"
        hint="Reflections in one iteration. Dynamic: profiled, fitted, re-planned each time."
      >
        <div className="grid gap-4 sm:grid-cols-3">
          <DraftSelect form={form} name="batch" path="batch.kind" label="Plan">
            <option value="dynamic">Dynamic: the controller chooses</option>
            <option value="static">Static: fixed by hand</option>
          </DraftSelect>
          {draft.batch === 'dynamic' ? (
            <>
              <DraftText
                form={form}
                name="profileSizes"
                path="batch.profileSizes"
                label="Sizes to profile"
                hint="Rising, at least two"
              />
              <DraftNumber form={form} name="maxBatch" path="batch.maxBatch" label="Largest batch" />
              <DraftNumber
                form={form}
                name="survivalFloor"
                path="batch.survivalFloor"
                label="Floor of insight survival, %"
                hint="The batch stays where so many insights survive"
                optional
              />
            </>
          ) : (
            <DraftNumber form={form} name="batchSize" path="batch.size" label="Size" />
          )}
        </div>
        {draft.batch === 'static' ? (
          <Field
            id="exp-batchReason"
            label="Reason"
            hint="In at least 20 characters: it is what a reviewer asks first."
            fault={form.fault('batch.reason')}
          >
            {(control) => (
              <Textarea
                {...control}
                value={draft.batchReason}
                onChange={(event) => form.change({ batchReason: event.target.value })}
              />
            )}
          </Field>
        ) : null}
      </FormSection>
    </>
  );
}
