'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { Input } from '@/components/ui/input';
import { WIDTH_MAX, WIDTH_MIN, withWidth } from '@/lib/view/column-widths';
import { inOrder, moveId } from '@/lib/view/list-rows';
import type { ListAddress } from './use-list-address';

interface NamedColumn {
  readonly id: string;
  readonly label: string;
}

/** Default columns of the list; the first is never hidden or moved. */
export type NamedColumns = readonly [NamedColumn, ...NamedColumn[]];

interface ColumnsDialogProps {
  readonly address: ListAddress;
  readonly columns: NamedColumns;
  readonly onClose: () => void;
}

/** Visible columns of a list, their order and widths. Each change is written to the address at once. */
export function ColumnsDialog({ address, columns: [first, ...columns], onClose }: ColumnsDialogProps) {
  const { hidden, setHidden } = address;
  const ordered = inOrder(columns, address.order);
  const move = (id: string, step: 1 | -1) =>
    address.setOrder(
      moveId(
        ordered.map((column) => column.id),
        id,
        step,
      ),
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Columns"
      description="The first column cannot be moved. A width is in pixels; without one the list decides. The choice is part of the address."
      footer={
        <>
          <Button
            onClick={() => {
              address.setHidden(null);
              address.setOrder([]);
              address.setWidths({});
            }}
          >
            As at first
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line">
        <li className="flex items-center gap-1 py-1">
          <span className="flex-1 py-1 pl-6.5 text-[0.8125rem]">{first.label}</span>
          <WidthField address={address} column={first} />
          <span className="w-14" />
        </li>
        {ordered.map(({ id, label }, at) => (
          <li key={id} className="flex items-center gap-1 py-1">
            <Checkbox
              className="flex-1 py-1"
              checked={!hidden.includes(id)}
              onCheckedChange={(isShown) =>
                setHidden(isShown ? hidden.filter((known) => known !== id) : [...hidden, id])
              }
            >
              {label}
            </Checkbox>
            <WidthField address={address} column={{ id, label }} />
            <Button
              variant="ghost"
              size="iconSm"
              aria-label={`Move ${label} forward`}
              disabled={at === 0}
              onClick={() => move(id, -1)}
            >
              <ArrowUp aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="iconSm"
              aria-label={`Move ${label} back`}
              disabled={at === ordered.length - 1}
              onClick={() => move(id, 1)}
            >
              <ArrowDown aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function WidthField({ address, column }: { address: ListAddress; column: NamedColumn }) {
  const { id, label } = column;
  const { widths, setWidths } = address;
  const now = widths[id] === undefined ? '' : String(widths[id]);
  return (
    <span className="w-20 shrink-0">
      <Input
        type="number"
        aria-label={`Width of ${label} in pixels`}
        placeholder="auto"
        min={WIDTH_MIN}
        max={WIDTH_MAX}
        step={20}
        key={now}
        defaultValue={now}
        onBlur={({ target: { value } }) => {
          if (value !== now) setWidths(withWidth(widths, id, value === '' ? null : Number(value)));
        }}
      />
    </span>
  );
}
