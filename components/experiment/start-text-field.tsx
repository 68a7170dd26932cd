import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import type { DraftForm } from './draft-field';

/** The text that learning begins with; of an artefact, the artefact as it is now. */
export function StartTextField({ form }: { form: DraftForm }) {
  return (
    <Field
      id="exp-startText"
      label="Begin with"
      hint="A prompt, a playbook, or the artefact as it is now; empty: the method's own beginning"
      optional
      fault={form.fault('seedCandidateText')}
    >
      {(control) => (
        <Textarea
          {...control}
          rows={4}
          className="font-mono"
          value={form.draft.startText}
          onChange={(event) => form.change({ startText: event.target.value })}
        />
      )}
    </Field>
  );
}
