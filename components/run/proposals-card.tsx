import { ChartFrame } from '@/components/charts/chart-frame';
import { CurveChart } from '@/components/charts/curve-chart';
import type { ProposalChart } from '@/lib/view/proposal-chart';

interface ProposalsCardProps {
  readonly chart: ProposalChart;
  readonly acceptedOnly: boolean;
  readonly onAcceptedOnly: (acceptedOnly: boolean) => void;
}

/** What was proposed against what it came from; the switch leaves out what was refused, here and in the list below. */
export function ProposalsCard({ chart, acceptedOnly, onAcceptedOnly }: ProposalsCardProps) {
  return (
    <ChartFrame
      question={chart.question}
      origin={chart.origin}
      summary={chart.curve.summary}
      isEmpty={chart.curve.series.length === 0}
      emptyText="No proposal was taken in yet. Show the refused ones too, to see how near they came."
      controls={
        <label className="flex h-7 items-center gap-2 text-[0.8125rem] text-ink-soft">
          <input
            type="checkbox"
            className="size-4 accent-honey"
            checked={acceptedOnly}
            onChange={(event) => onAcceptedOnly(event.target.checked)}
          />
          Taken in only
        </label>
      }
      chart={<CurveChart chart={chart.curve} />}
      data={chart.table}
    />
  );
}
