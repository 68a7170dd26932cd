import { TableCard } from '@/components/list/table-card';
import { figureColumn, type TableColumn, wordColumn } from '@/components/list/table-column';
import type { RunCostsView } from '@/lib/contracts/costs';
import { word } from '@/lib/view/list-rows';
import { describeHardware } from '@/lib/view/number-origin';
import { perMillionWords, pricedWords } from '@/lib/view/run-costs';

type Price = RunCostsView['prices'][number];

const priceColumn = (label: string, of: (price: Price) => number | null): TableColumn<Price> =>
  figureColumn({
    label,
    file: `${label.toLowerCase()}, usd per million tokens`,
    of,
    show: perMillionWords,
    none: perMillionWords(null),
  });

const COLUMNS: readonly TableColumn<Price>[] = [
  wordColumn({ label: 'Model', className: 'min-w-32 font-medium', of: ({ model }) => model }),
  priceColumn('In', ({ usdPerMillionIn }) => usdPerMillionIn),
  priceColumn('Out', ({ usdPerMillionOut }) => usdPerMillionOut),
  priceColumn('Cached', ({ usdPerMillionCached }) => usdPerMillionCached),
  {
    label: 'Priced on',
    className: 'numbers whitespace-nowrap',
    data: [word('priced on', ({ pricedAt }) => pricedAt)],
    cell: ({ pricedAt }) => pricedWords(pricedAt),
  },
  wordColumn({ label: 'Hardware', className: 'min-w-56', of: describeHardware }),
];

/** The prices that every dollar here was reckoned with, and the day that they were entered. */
export function PriceTable({ prices }: { prices: RunCostsView['prices'] }) {
  return (
    <TableCard
      title="At which prices?"
      description="Dollars a million tokens, as pinned when the run started"
      caption="Prices of the models"
      columns={COLUMNS}
      rows={prices}
      keyOf={({ provider, model }) => `${provider} ${model}`}
    />
  );
}
