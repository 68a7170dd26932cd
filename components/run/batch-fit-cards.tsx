'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useId, useMemo, useState } from 'react';
import { BatchFitChart } from '@/components/charts/batch-fit-chart';
import { ChartFrame } from '@/components/charts/chart-frame';
import { ColumnChart } from '@/components/charts/column-chart';
import { Button } from '@/components/ui/button';
import { Segmented } from '@/components/ui/segmented';
import type { BatchSettings } from '@/lib/domain/manifest';
import { prepareBatchFit } from '@/lib/view/batch-fit';
import { prepareResiduals } from '@/lib/view/batch-residuals';
import {
  choiceOf,
  percent,
  prepareWhatIf,
  SMALLEST_SIZES,
  TAU_SHARES,
  type WhatIfChoice,
} from '@/lib/view/batch-what-if';
import { tableOfFit, tableOfSeries } from '@/lib/view/data-table';
import { describeOrigin, type NumberOrigin } from '@/lib/view/number-origin';
import type { RunState } from '@/lib/view/run-state';

const SCALES = ['log', 'linear'] as const;

interface BatchFitCardsProps {
  readonly state: RunState;
  readonly batch: BatchSettings;
  readonly origin: NumberOrigin;
}

/** The law of the delays, what it leaves over, and what another idea of "flat" would have chosen. */
export function BatchFitCards({ state, batch, origin }: BatchFitCardsProps) {
  const [scale, setScale] = useQueryState('fit', parseAsStringLiteral(SCALES).withDefault('log'));
  const fit = useMemo(() => prepareBatchFit(state), [state]);
  const residuals = useMemo(
    () => prepareResiduals(fit, describeOrigin({ ...origin, split: 'train' })),
    [fit, origin],
  );
  const dynamic = batch.kind === 'dynamic' ? batch : null;
  const [choice, setChoice] = useState<WhatIfChoice | null>(dynamic ? choiceOf(dynamic) : null);
  const whatIf = fit.fit && dynamic && choice ? prepareWhatIf(fit.fit, dynamic, choice) : null;
  return (
    <>
      <ChartFrame
        question={fit.question}
        origin={`${describeOrigin({ ...origin, split: 'train' })}; delays of whole iterations, evaluation left out`}
        summary={fit.summary}
        isEmpty={fit.points.length === 0}
        emptyText="Each closed iteration adds a point; the line appears once the controller has a fit."
        controls={
          <Segmented
            label="Scale"
            value={scale}
            onChange={setScale}
            options={[
              { value: 'log', label: 'Log' },
              { value: 'linear', label: 'Linear' },
            ]}
          />
        }
        chart={<BatchFitChart chart={fit} scale={scale} whatIf={whatIf} />}
        data={tableOfFit(fit)}
        below={
          whatIf && dynamic && choice ? (
            <TryAnother
              choice={choice}
              onChange={setChoice}
              onReset={() => setChoice(choiceOf(dynamic))}
              sentence={whatIf.sentence}
            />
          ) : null
        }
      />
      {residuals.rows.length === 0 ? null : (
        <ChartFrame
          question={residuals.question}
          origin={residuals.origin}
          summary={residuals.summary}
          isEmpty={false}
          emptyText=""
          chart={<ColumnChart chart={residuals} stacked />}
          data={tableOfSeries(residuals)}
        />
      )}
    </>
  );
}

interface TryAnotherProps {
  readonly choice: WhatIfChoice;
  readonly onChange: (choice: WhatIfChoice) => void;
  readonly onReset: () => void;
  readonly sentence: string;
}

function TryAnother({ choice, onChange, onReset, sentence }: TryAnotherProps) {
  return (
    <fieldset className="mt-3 border-line border-t pt-3">
      <legend className="sr-only">What would another setting have chosen?</legend>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <Slider
          label="tau, share of the steepest slope"
          values={TAU_SHARES}
          value={choice.tauShare}
          words={percent(choice.tauShare)}
          onChange={(tauShare) => onChange({ ...choice, tauShare })}
        />
        <Slider
          label="smallest size of the grid"
          values={SMALLEST_SIZES}
          value={choice.smallest}
          words={String(choice.smallest)}
          onChange={(smallest) => onChange({ ...choice, smallest })}
        />
        <Button size="sm" variant="ghost" onClick={onReset}>
          As the run had it
        </Button>
      </div>
      <p className="numbers mt-2 text-[0.8125rem] text-ink-soft" aria-live="polite">
        {sentence} The dashed line touches the law there.
      </p>
    </fieldset>
  );
}

interface SliderProps {
  readonly label: string;
  readonly values: readonly number[];
  readonly value: number;
  readonly words: string;
  readonly onChange: (value: number) => void;
}

/** The browser's own slider over given values: it works with every keyboard and screen reader. */
function Slider({ label, values, value, words, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="min-w-44 flex-1 basis-44">
      <label htmlFor={id} className="flex justify-between gap-2 text-ink-faint text-xs">
        {label} <output className="numbers whitespace-nowrap font-medium text-ink">{words}</output>
      </label>
      <input
        id={id}
        type="range"
        className="range mt-1.5 w-full"
        min={0}
        max={values.length - 1}
        value={nearest(values, value)}
        aria-valuetext={words}
        onChange={(event) => onChange(values[Number(event.target.value)] ?? value)}
      />
    </div>
  );
}

function nearest(values: readonly number[], value: number): number {
  const off = values.map((one) => Math.abs(Math.log(one / value)));
  return off.indexOf(Math.min(...off));
}
