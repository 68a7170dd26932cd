'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { ColumnTable } from '@/components/list/column-table';
import { tableReader } from '@/components/list/table-card';
import { figureColumn, type TableColumn, wordColumn } from '@/components/list/table-column';
import { TableDoor } from '@/components/list/table-door';
import { Button } from '@/components/ui/button';
import { Time } from '@/components/ui/time';
import type { ModelView, ProviderView } from '@/lib/contracts/providers';
import { word } from '@/lib/view/list-rows';
import { formatCompact } from '@/lib/view/numbers';
import { useRemoveModel } from './use-providers';

const COLUMNS: readonly TableColumn<ModelView>[] = [
  wordColumn({ label: 'Model', className: 'whitespace-nowrap font-mono text-xs', of: ({ name }) => name }),
  figureColumn({
    label: 'Context',
    file: 'context, tokens',
    of: ({ contextTokens }) => contextTokens,
    show: formatCompact,
  }),
  priceColumn('In', ({ usdPerMillionIn }) => usdPerMillionIn),
  priceColumn('Out', ({ usdPerMillionOut }) => usdPerMillionOut),
  priceColumn('Cached', ({ usdPerMillionCached }) => usdPerMillionCached),
  {
    label: 'Price entered',
    className: 'text-ink-faint',
    data: [word('price entered at', ({ pricedAt }) => pricedAt)],
    cell: ({ pricedAt }) => (pricedAt ? <Time at={pricedAt} /> : 'never'),
  },
];

function priceColumn(name: string, of: (model: ModelView) => number | null): TableColumn<ModelView> {
  return figureColumn({
    label: `${name}, $ / M tokens`,
    file: `${name.toLowerCase()}, usd per million tokens`,
    of,
    show: (value) => `$${value.toFixed(2)}`,
    none: 'no price',
  });
}

interface ModelTableProps {
  readonly provider: ProviderView;
  readonly onEdit: (model: ModelView) => void;
}

export function ModelTable({ provider, onEdit }: ModelTableProps) {
  const { mayAdminister } = useViewer();
  const remove = useRemoveModel(provider.id);
  if (provider.models.length === 0)
    return (
      <p className="border-line border-t px-4 py-4 text-[0.8125rem] text-ink-faint">
        No model yet. Add the ids that this endpoint serves.
      </p>
    );
  const actions: TableColumn<ModelView> = {
    label: 'Actions',
    isSilent: true,
    numeric: true,
    data: [],
    cell: (model) =>
      mayAdminister ? (
        <span className="inline-flex">
          <Button
            size="iconSm"
            variant="ghost"
            aria-label={`Edit ${model.name}`}
            onClick={() => onEdit(model)}
          >
            <Pencil aria-hidden />
          </Button>
          <Button
            size="iconSm"
            variant="ghost"
            aria-label={`Remove ${model.name}`}
            onClick={() => remove.mutate(model.id, { onError: tellProblem })}
          >
            <Trash2 aria-hidden />
          </Button>
        </span>
      ) : null,
  };
  return <ColumnTable {...tableOf(provider)} columns={[...COLUMNS, actions]} keyOf={({ id }) => id} />;
}

/** The same as a file. */
export function ModelsDoor({ provider }: Pick<ModelTableProps, 'provider'>) {
  if (provider.models.length === 0) return null;
  const table = tableOf(provider);
  return <TableDoor name={table.caption} read={tableReader(table)} />;
}

function tableOf({ name, models }: ProviderView) {
  return { caption: `Models of ${name}`, columns: COLUMNS, rows: models };
}
