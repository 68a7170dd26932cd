'use client';

import { useMutation } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, textOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Select, Textarea } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { type EvaluationResultView, evaluateCandidate } from '@/lib/contracts/evaluations';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { splitWord } from '@/lib/view/number-origin';
import { describeMeasurement, plural } from '@/lib/view/numbers';

/** A prompt or playbook is scored and nothing is learned: the evaluate-only mode of every method. */
export function EvaluateDialog({ experiment, onClose }: { experiment: ExperimentView; onClose: () => void }) {
  const evaluate = useMutation({
    mutationFn: (asked: { candidateText: string; split: 'heldOut' | 'selection' }) =>
      callApi(evaluateCandidate, { body: { experimentId: experiment.id, ...asked } }),
  });
  const fault = faultsOf(evaluate.error);
  const submit = (form: FormData) => {
    const split = textOf(form, 'split') === 'selection' ? 'selection' : 'heldOut';
    evaluate.mutate({ candidateText: String(form.get('candidateText') ?? ''), split });
  };
  return (
    <FormDialog
      title="Measure without learning"
      description="The settings of this experiment, one prompt, no training. Answers that were paid for before are used again."
      submitLabel="Measure"
      closeLabel="Close"
      busy={evaluate.isPending}
      error={evaluate.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        id="evaluate-text"
        label="Prompt or playbook"
        hint="Empty: what the method begins with"
        optional
        fault={fault('candidateText')}
      >
        {(control) => <Textarea {...control} name="candidateText" rows={8} className="font-mono" />}
      </Field>
      <Field id="evaluate-split" label="Examples" fault={fault('split')}>
        {(control) => (
          <Select {...control} name="split" defaultValue="heldOut">
            <option value="heldOut">held-out</option>
            <option value="selection">selection</option>
          </Select>
        )}
      </Field>
      {evaluate.data ? <Result result={evaluate.data} /> : null}
    </FormDialog>
  );
}

function Result({ result }: { result: EvaluationResultView }) {
  if (result.score !== null) {
    return (
      <Notice tone="good">
        {splitWord(result.split)} {describeMeasurement(result.score).whole}, from answers that were there.
      </Notice>
    );
  }
  return (
    <Notice tone="info">
      {plural(result.missing.length, 'example')} without a score: a run is giving them.{' '}
      {result.runId === null ? null : (
        <Link className="underline" href={`/runs/${result.runId}`}>
          Watch it
        </Link>
      )}
    </Notice>
  );
}
