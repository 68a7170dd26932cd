'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { DataTable } from '@/lib/view/data-table';
import { TakeAlongButton } from './take-along-button';

const TableMenu = dynamic(() => import('./table-menu').then((part) => part.TableMenu), {
  ssr: false,
  loading: () => <TakeAlongButton name="the table" isSmall busy />,
});

interface TableDoorProps {
  /** The table's caption. */
  readonly name: string;
  readonly read: () => Promise<DataTable>;
}

/** The way to a table's files on a page of many tables: their menu is fetched when the first one is asked for. */
export function TableDoor(props: TableDoorProps) {
  const [isAsked, setIsAsked] = useState(false);
  return isAsked ? (
    <TableMenu {...props} isSmall isOpen />
  ) : (
    <TakeAlongButton name={props.name} isSmall aria-haspopup="menu" onClick={() => setIsAsked(true)} />
  );
}
