'use client';

import { ForecastList } from '@/components/diagnosis/forecast-list';
import { Button } from '@/components/ui/button';
import type { DiagnosisForecastView } from '@/lib/contracts/diagnosis-forecast';
import { REPETITIONS_DEFAULT } from '@/lib/domain/serial-diagnosis';
import { type EvaluationCost, evaluationCost } from '@/lib/view/evaluation-cost';
import type { Estimate } from '@/lib/view/experiment-estimate';
import { groupSummary } from '@/lib/view/experiment-groups';
import { AdvancedSection } from './advanced-section';
import { DraftNumber, DraftSelect, DraftSwitch, useDraft } from './draft-field';

interface EvaluationSectionProps {
  /** Null until a split is chosen. */
  readonly forecast: DiagnosisForecastView | null;
  readonly estimate: Estimate | null;
}

export function EvaluationSection({ forecast, estimate }: EvaluationSectionProps) {
  const { draft } = useDraft();
  return (
    <AdvancedSection
      name="Evaluation"
      hint="The same in every arm of a comparison, or nothing can be compared."
      summary={[groupSummary('Evaluation', draft, [])]}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <DraftNumber
          name="everyExamples"
          path="evaluation.everyExamples"
          label="Measure after examples"
          hint="Empty: a tenth of train"
          optional
        />
        <DraftSelect name="evaluationSplit" path="evaluation.split" label="On">
          <option value="heldOut">held-out</option>
          <option value="selection">selection, to rehearse the wiring</option>
        </DraftSelect>
        <DraftNumber
          name="repetitionsMax"
          path="evaluation.repetitionsMax"
          label="Answers per example"
          hint={`Most that the serial diagnosis asks for. Empty: ${REPETITIONS_DEFAULT}`}
          optional
        />
      </div>
      {forecast && estimate ? (
        <MeasuringCost cost={evaluationCost(estimate, forecast.measurementsMin)} />
      ) : null}
      <DraftSwitch
        name="besideMap"
        path="evaluation.beside"
        label="Measure while the next batch runs"
        hint="Saves the wait. Stop rules read each measurement one iteration later; serial baselines measure between iterations."
      />
      {forecast ? <ForecastList forecast={forecast} /> : null}
    </AdvancedSection>
  );
}

function MeasuringCost({ cost: { sentence, fewer } }: { cost: EvaluationCost }) {
  const { setValue } = useDraft();
  return (
    <p className="numbers flex flex-wrap items-baseline gap-x-3 text-ink-soft text-xs">
      {sentence}
      {fewer ? (
        <Button
          variant="link"
          size="inline"
          className="text-xs"
          onClick={() => setValue('everyExamples', String(fewer.everyExamples))}
        >
          {fewer.label}
        </Button>
      ) : null}
    </p>
  );
}

export function BudgetSection() {
  const { draft } = useDraft();
  return (
    <AdvancedSection
      name="Budget and stopping"
      hint="Hard caps: room is reserved before a call is sent, so a wave never overshoots. Empty: no cap."
      summary={[groupSummary('Budget and stopping', draft, [])]}
    >
      <div className="grid gap-4 sm:grid-cols-4">
        <DraftNumber name="rollouts" path="budget.rollouts" label="Training rollouts" optional />
        <DraftNumber name="tokens" path="budget.tokens" label="Tokens" optional />
        <DraftNumber name="usd" path="budget.usd" label="US dollars" hint="Needs priced models" optional />
        <DraftNumber name="minutes" path="budget.wallMs" label="Minutes" optional />
      </div>
      <div className="grid gap-4 sm:grid-cols-4">
        <DraftNumber
          name="gpuSeconds"
          path="budget.gpuSeconds"
          label="GPU-seconds"
          hint="Needs provider profiles"
          optional
        />
        <DraftNumber
          name="patience"
          path="stopping.patience"
          label="Patience"
          hint="Measurements without a gain"
          optional
        />
        <DraftNumber
          name="target"
          path="stopping.targetScore"
          label="Target, %"
          hint="Stops when reached"
          optional
        />
      </div>
    </AdvancedSection>
  );
}
