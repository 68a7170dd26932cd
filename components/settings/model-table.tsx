'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { tellProblem } from '@/components/api/tell-problem';
import { useViewer } from '@/components/shell/viewer';
import { Button } from '@/components/ui/button';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { ModelView, ProviderView } from '@/lib/contracts/providers';
import { formatCompact } from '@/lib/view/numbers';
import { useRemoveModel } from './use-providers';

const price = (value: number | null) => (value === null ? 'no price' : `$${value.toFixed(2)}`);

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
  return (
    <Table caption={`Models of ${provider.name}`}>
      <TableHead>
        <HeadCell>Model</HeadCell>
        <HeadCell numeric>Context</HeadCell>
        <HeadCell numeric>In, $ / M tokens</HeadCell>
        <HeadCell numeric>Out, $ / M tokens</HeadCell>
        <HeadCell numeric>Cached, $ / M tokens</HeadCell>
        <HeadCell>Price entered</HeadCell>
        <HeadCell>
          <span className="sr-only">Actions</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {provider.models.map((model) => (
          <Row key={model.id}>
            <Cell className="whitespace-nowrap font-mono text-xs">{model.name}</Cell>
            <Cell numeric>{formatCompact(model.contextTokens)}</Cell>
            <Cell numeric>{price(model.usdPerMillionIn)}</Cell>
            <Cell numeric>{price(model.usdPerMillionOut)}</Cell>
            <Cell numeric>{price(model.usdPerMillionCached)}</Cell>
            <Cell className="text-ink-faint">{model.pricedAt ? <Time at={model.pricedAt} /> : 'never'}</Cell>
            <Cell numeric>
              {mayAdminister ? (
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
              ) : null}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
