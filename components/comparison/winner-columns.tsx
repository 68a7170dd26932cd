import { MeasuredValue } from '@/components/fact/measured-value';
import { figureColumn, measuredData, type TableColumn } from '@/components/list/table-column';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import type { ComparedSide, PairedRun } from '@/lib/contracts/paired-comparisons';
import { comparedWinner, sideName } from '@/lib/view/compared-winner';
import { type DataField, figure, word } from '@/lib/view/list-rows';
import { formatDuration, formatUsd } from '@/lib/view/numbers';
import { differenceWords, qualitySentence } from '@/lib/view/paired-comparison';

type Side = ComparedSide | PairedRun;

/** The baseline is compared with nothing. */
const pairOf = (side: Side): PairedRun | null => ('quality' in side ? side : null);

interface WinnerTable {
  readonly sides: readonly Side[];
  readonly baseline: ComparedSide;
  readonly looked: string | null;
  readonly onLook: (runId: string) => void;
}

export function winnerColumns(table: WinnerTable): readonly TableColumn<Side>[] {
  return [
    runColumn(table),
    {
      label: 'Score',
      className: 'whitespace-nowrap',
      data: measuredData('score', ({ score }) => score),
      cell: ({ score, doubt }) => <MeasuredValue measurement={score} doubt={doubt} />,
    },
    // With two runs the gain is in the line above.
    ...(table.sides.length > 2 ? [gainColumn(table)] : []),
    figureColumn({
      label: 'Learning time',
      file: 'learning time, ms',
      hint: 'Without evaluation',
      of: ({ learningMs }) => learningMs,
      show: formatDuration,
    }),
    figureColumn({
      label: 'Cost',
      file: 'cost, usd',
      hint: 'The whole run at list prices, evaluation included',
      of: ({ costUsd }) => costUsd,
      show: formatUsd,
      none: formatUsd(null),
    }),
  ];
}

function runColumn({ sides, baseline }: WinnerTable): TableColumn<Side> {
  return {
    label: 'Run',
    className: 'min-w-40',
    data: [
      word('run', (side) => sideName(side, sides)),
      word('id', ({ runId }) => runId),
      ...pairData(baseline),
    ],
    cell: (side) => (
      <span className="flex flex-wrap items-center gap-2">
        <Link href={`/runs/${side.runId}`} className="min-w-0 break-words font-medium hover:underline">
          {sideName(side, sides)}
        </Link>
        {side.runId === baseline.runId ? <Badge>Reference</Badge> : null}
      </span>
    ),
  };
}

/** Fields of a file alone: the page has them in its line and in its examples. */
function pairData(baseline: ComparedSide): readonly DataField<Side>[] {
  const count = (key: 'wins' | 'losses' | 'ties' | 'p') => (side: Side) => pairOf(side)?.[key] ?? null;
  return [
    word('in words', (side) => {
      const pair = pairOf(side);
      return pair && qualitySentence(pair, baseline);
    }),
    figure('wins', count('wins')),
    figure('losses', count('losses')),
    figure('the same', count('ties')),
    figure('mcnemar p', count('p')),
  ];
}

function gainColumn({ sides, baseline, looked, onLook }: WinnerTable): TableColumn<Side> {
  return {
    label: 'Gain',
    className: 'numbers min-w-44',
    data: measuredData('difference', (side) => pairOf(side)?.difference ?? null),
    cell: (side) => {
      const run = pairOf(side);
      if (run === null) return <span className="text-ink-faint">–</span>;
      const { word: said, tone } = comparedWinner(run, baseline, [
        sideName(run, sides),
        sideName(baseline, sides),
      ]);
      return (
        <>
          <Badge tone={tone}>{said}</Badge> {(run.doubt ?? baseline.doubt) ? null : differenceWords(run)}
          <button
            type="button"
            aria-pressed={run.runId === looked}
            className="block text-xs leading-6 underline decoration-line-strong underline-offset-2 hover:decoration-ink aria-pressed:font-medium aria-pressed:no-underline"
            onClick={() => onLook(run.runId)}
          >
            {run.runId === looked ? 'Shown' : 'Show'}
          </button>
        </>
      );
    },
  };
}
