'use client';

import { ForecastList } from '@/components/diagnosis/forecast-list';
import type { DiagnosisForecastView } from '@/lib/contracts/diagnosis-forecast';
import { REPETITIONS_DEFAULT } from '@/lib/domain/serial-diagnosis';
import { type DraftForm, DraftNumber, DraftSelect } from './draft-field';
import { FormSection } from './form-section';

interface EvaluationSectionProps {
  readonly form: DraftForm;
  /** Null until a split is chosen. */
  readonly forecast: DiagnosisForecastView | null;
}

export function EvaluationSection({ form, forecast }: EvaluationSectionProps) {
  return (
    <FormSection title="Evaluation" hint="The same in every arm of a comparison, or nothing can be compared.">
      <div className="grid gap-4 sm:grid-cols-3">
        <DraftNumber
          form={form}
          name="everyExamples"
          path="evaluation.everyExamples"
          label="Measure after examples"
          hint="Empty: a tenth of train"
          optional
        />
        <DraftSelect form={form} name="evaluationSplit" path="evaluation.split" label="On">
          <option value="heldOut">held-out</option>
          <option value="selection">selection, to rehearse the wiring</option>
        </DraftSelect>
        <DraftNumber
          form={form}
          name="repetitionsMax"
          path="evaluation.repetitionsMax"
          label="Answers per example"
          hint={`Most that the serial diagnosis asks for. Empty: ${REPETITIONS_DEFAULT}`}
          optional
        />
      </div>
      {forecast ? <ForecastList forecast={forecast} /> : null}
    </FormSection>
  );
}

export function BudgetSection({ form }: { form: DraftForm }) {
  return (
    <FormSection
      title="Budget and stopping"
      hint="Hard caps: room is reserved before a call is sent, so a wave never overshoots. Empty: no cap."
    >
      <div className="grid gap-4 sm:grid-cols-4">
        <DraftNumber form={form} name="rollouts" path="budget.rollouts" label="Training rollouts" optional />
        <DraftNumber form={form} name="tokens" path="budget.tokens" label="Tokens" optional />
        <DraftNumber
          form={form}
          name="usd"
          path="budget.usd"
          label="US dollars"
          hint="Needs priced models"
          optional
        />
        <DraftNumber form={form} name="minutes" path="budget.wallMs" label="Minutes" optional />
      </div>
      <div className="grid gap-4 sm:grid-cols-4">
        <DraftNumber
          form={form}
          name="gpuSeconds"
          path="budget.gpuSeconds"
          label="GPU-seconds"
          hint="Needs provider profiles"
          optional
        />
        <DraftNumber
          form={form}
          name="patience"
          path="stopping.patience"
          label="Patience"
          hint="Measurements without a gain"
          optional
        />
        <DraftNumber
          form={form}
          name="target"
          path="stopping.targetScore"
          label="Target, %"
          hint="Stops when reached"
          optional
        />
      </div>
    </FormSection>
  );
}
