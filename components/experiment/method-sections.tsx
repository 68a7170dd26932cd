'use client';

import { METHOD_NAMES, methodWords } from '@/lib/domain/method-words';
import { AGGREGATION_KINDS, AGGREGATION_WORDS } from '@/lib/view/aggregation-words';
import { groupSummary } from '@/lib/view/experiment-groups';
import { AceSettingsFields } from './ace-settings';
import { AdvancedSection } from './advanced-section';
import { DraftArea, DraftNumber, DraftSelect, DraftSwitch, DraftText, useDraft } from './draft-field';
import { METHOD_HINTS, SearchMethodFields } from './method-fields';

interface MethodSectionsProps {
  /** The text to begin with was chosen elsewhere. */
  readonly hasSeed: boolean;
}

export function MethodSections({ hasSeed }: MethodSectionsProps) {
  const { draft } = useDraft();
  return (
    <>
      <AdvancedSection
        name="Method"
        hint={METHOD_HINTS[draft.method]}
        summary={[groupSummary('Method', draft, [])]}
      >
        <div className="grid gap-4 sm:grid-cols-3">
          <DraftSelect name="method" path="method.name" label="Method">
            {METHOD_NAMES.map((name) => (
              <option key={name} value={name}>
                {methodWords(name)}
              </option>
            ))}
          </DraftSelect>
          <DraftNumber name="epochs" label="Epochs" hint="Passes over train" />
          <DraftNumber name="lanes" label="Lanes" hint="Calls in flight at once" />
        </div>
        {draft.method === 'ace' ? <AceSettingsFields /> : <SearchMethodFields />}
        {hasSeed ? null : (
          <DraftArea
            name="startText"
            path="seedCandidateText"
            label="First prompt"
            hint="A prompt, a playbook or an artefact. Empty: the method’s own first prompt."
            optional
            isPrompt
          />
        )}
      </AdvancedSection>
      <AdvancedSection
        name="Aggregation"
        hint="How many reflections become one update."
        summary={[groupSummary('Aggregation', draft, [])]}
      >
        <div className="grid gap-4 sm:grid-cols-3">
          <DraftSelect
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
                name="duplication"
                path="aggregation.duplication"
                label="Copies of each reflection"
                hint="p of the augmented shuffle"
              />
              <DraftSelect name="reducer" path="aggregation.reducer" label="Second level">
                <option value="llm">Combined by the model</option>
                <option value="union">United without a model</option>
              </DraftSelect>
            </>
          ) : null}
        </div>
        {draft.method === 'ace' ? (
          <DraftSwitch
            name="insightIds"
            path="survival.ids"
            label="Insights carry ids"
            hint="The curator and the combiner name the insights that each line was made of, a few tokens each."
          />
        ) : null}
      </AdvancedSection>
      <AdvancedSection
        name="Batch size"
        hint="Reflections in one iteration. Dynamic: profiled, fitted, re-planned each time."
        summary={[groupSummary('Batch size', draft, [])]}
      >
        <div className="grid gap-4 sm:grid-cols-3">
          <DraftSelect name="batch" path="batch.kind" label="Plan">
            <option value="dynamic">Dynamic: the controller chooses</option>
            <option value="static">Static: fixed by hand</option>
          </DraftSelect>
          {draft.batch === 'dynamic' ? (
            <>
              <DraftText
                name="profileSizes"
                path="batch.profileSizes"
                label="Sizes to profile"
                hint="Rising, at least two"
              />
              <DraftNumber name="maxBatch" path="batch.maxBatch" label="Largest batch" />
              <DraftNumber
                name="survivalFloor"
                path="batch.survivalFloor"
                label="Floor of insight survival, %"
                hint="The batch stays where so many insights survive"
                optional
              />
            </>
          ) : (
            <DraftNumber name="batchSize" path="batch.size" label="Size" />
          )}
        </div>
        {draft.batch === 'static' ? (
          <DraftArea
            name="batchReason"
            path="batch.reason"
            label="Reason"
            hint="In at least 20 characters: it is what a reviewer asks first."
          />
        ) : null}
      </AdvancedSection>
    </>
  );
}
