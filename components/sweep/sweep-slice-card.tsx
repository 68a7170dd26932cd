'use client';

import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { ChartFrame } from '@/components/charts/chart-frame';
import { PointChart } from '@/components/charts/point-chart';
import { Select } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import type { SweepView } from '@/lib/contracts/sweeps';
import { tableOfPoints } from '@/lib/view/data-table';
import {
  FACTOR_WORDS,
  prepareSweepSlice,
  SLICE_FACTORS,
  SLICE_RESULTS,
  type SliceFactor,
  secondFactor,
  sliceName,
} from '@/lib/view/sweep-slice';

const ADDRESS = {
  slice: parseAsStringLiteral(SLICE_RESULTS).withDefault('score'),
  along: parseAsStringLiteral(SLICE_FACTORS).withDefault('batchSize'),
  by: parseAsStringLiteral(SLICE_FACTORS).withDefault('arm'),
};

/** Each cell as a mark of its own; the address names the result, its axis and its series. */
export function SweepSliceCard({ sweep }: { sweep: SweepView }) {
  const [{ slice: result, along, by }, choose] = useQueryStates(ADDRESS);
  const chart = prepareSweepSlice(sweep, { result, along, by });
  return (
    <ChartFrame
      question={chart.question}
      origin={chart.origin}
      summary={chart.summary}
      isEmpty={chart.series.length === 0}
      emptyText="A mark appears with each cell that is done and has this result."
      controls={
        <Segmented
          label="Result"
          value={result}
          onChange={(slice) => choose({ slice })}
          options={[
            { value: 'score', label: 'Score' },
            { value: 'minutes', label: 'Learning time' },
            { value: 'dollars', label: '$' },
            { value: 'tokens', label: 'Tokens' },
          ]}
        />
      }
      above={
        <div className="mb-2 flex flex-wrap gap-x-4 gap-y-2">
          <FactorChoice
            label="Along"
            value={along}
            factors={SLICE_FACTORS}
            onChange={(factor) => choose({ along: factor })}
          />
          <FactorChoice
            label="Series by"
            value={secondFactor(along, by)}
            factors={SLICE_FACTORS.filter((factor) => factor !== along)}
            onChange={(factor) => choose({ by: factor })}
          />
        </div>
      }
      chart={<PointChart chart={chart} />}
      data={tableOfPoints(chart, sliceName(result))}
    />
  );
}

interface FactorChoiceProps {
  readonly label: string;
  readonly value: SliceFactor;
  readonly factors: readonly SliceFactor[];
  readonly onChange: (factor: SliceFactor) => void;
}

function FactorChoice({ label, value, factors, onChange }: FactorChoiceProps) {
  return (
    <span className="flex items-center gap-2 text-ink-soft text-xs">
      <span aria-hidden>{label}</span>
      <Select
        aria-label={label}
        className="w-32"
        value={value}
        onChange={(event) => {
          const chosen = factors.find((factor) => factor === event.target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {factors.map((factor) => (
          <option key={factor} value={factor}>
            {FACTOR_WORDS[factor]}
          </option>
        ))}
      </Select>
    </span>
  );
}
