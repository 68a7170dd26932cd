import { ChartFrame } from '@/components/charts/chart-frame';
import { CurveChart } from '@/components/charts/curve-chart';
import { Checkbox } from '@/components/ui/checkbox';
import type { ProposalChart } from '@/lib/view/proposal-chart';

interface ProposalsCardProps {
  readonly chart: ProposalChart;
  readonly acceptedOnly: boolean;
  readonly onAcceptedOnly: (acceptedOnly: boolean) => void;
}

/** Proposals against their parents; the switch leaves out the refused ones, here and in the list below. */
export function ProposalsCard({ chart, acceptedOnly, onAcceptedOnly }: ProposalsCardProps) {
  return (
    <ChartFrame
      question={chart.question}
      origin={chart.origin}
      summary={chart.curve.summary}
      isEmpty={chart.curve.series.length === 0}
      emptyText="No proposal was accepted yet. Show the refused ones too, to see how near they came."
      controls={
        <Checkbox
          className="h-7 items-center text-ink-soft"
          checked={acceptedOnly}
          onCheckedChange={onAcceptedOnly}
        >
          Accepted only
        </Checkbox>
      }
      chart={<CurveChart chart={chart.curve} />}
      data={chart.table}
    />
  );
}
