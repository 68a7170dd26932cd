'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { inOrder, moveId } from '@/lib/view/list-rows';
import type { ListAddress } from './use-list-address';

export interface NamedColumn {
  readonly id: string;
  readonly label: string;
}

interface ColumnsDialogProps {
  readonly address: ListAddress;
  /** Those that can be hidden and moved, as the list has them by itself. */
  readonly columns: readonly NamedColumn[];
  readonly onClose: () => void;
}

/** Which columns a list shows and in which order. Every change stands in the address at once. */
export function ColumnsDialog({ address, columns, onClose }: ColumnsDialogProps) {
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
      description="The first column always stands first. The choice is part of the address."
      footer={
        <>
          <Button
            onClick={() => {
              address.setHidden(null);
              address.setOrder([]);
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
        {ordered.map(({ id, label }, at) => (
          <li key={id} className="flex items-center gap-1 py-1">
            <label className="flex flex-1 items-center gap-2.5 py-1 text-[0.8125rem]">
              <input
                type="checkbox"
                className="size-4 accent-honey"
                checked={!hidden.includes(id)}
                onChange={(event) =>
                  setHidden(event.target.checked ? hidden.filter((known) => known !== id) : [...hidden, id])
                }
              />
              {label}
            </label>
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
