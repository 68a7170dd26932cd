'use client';

import { Columns3 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { SearchInput } from '@/components/ui/search-input';
import type { ListName } from '@/lib/contracts/saved-views';
import type { DataTable } from '@/lib/view/data-table';
import { ColumnsDialog, type NamedColumns } from './columns-dialog';
import { TableMenu } from './table-menu';
import { TagFilter } from './tag-filter';
import { BAR_WORD } from './take-along-button';
import type { ListAddress } from './use-list-address';
import type { Tagged } from './use-tags';
import { ViewsMenu } from './views-menu';

interface ListBarProps {
  readonly address: ListAddress | undefined;
  readonly caption: string;
  /** Plural noun, as in "Search data sets by name"; absent = no search by name. */
  readonly searched: string | undefined;
  /** Whether there is an archive to look into. */
  readonly hasArchive: boolean;
  readonly tagged: Tagged | undefined;
  /** Absent = the list has no saved views. */
  readonly views: ListName | undefined;
  readonly columns: NamedColumns;
  readonly readAll: () => Promise<DataTable>;
  readonly children?: ReactNode;
}

/** Bar above a list: filters on the left, views, columns and downloads on the right. */
export function ListBar(props: ListBarProps) {
  const { address, searched, children } = props;
  return (
    <div className="group/bar flex flex-wrap items-center gap-2 p-3" data-tight={children ? '' : undefined}>
      {address === undefined || searched === undefined ? null : (
        <SearchInput
          label={`Search ${searched} by name`}
          placeholder="Search by name"
          value={address.search}
          onChange={address.setSearch}
        />
      )}
      {children}
      {address && props.tagged ? <TagFilter of={props.tagged} address={address} /> : null}
      {address && props.hasArchive ? (
        <Checkbox
          className="h-8.5 items-center px-1 text-ink-soft"
          checked={address.archived}
          onCheckedChange={address.setArchived}
        >
          Archived
        </Checkbox>
      ) : null}
      <span className="ml-auto flex items-center gap-2">
        {props.views ? <ViewsMenu list={props.views} /> : null}
        {address ? <ColumnsButton address={address} columns={props.columns} /> : null}
        <TableMenu name={props.caption} read={props.readAll} />
      </span>
    </div>
  );
}

function ColumnsButton(props: { address: ListAddress; columns: NamedColumns }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-label="Columns" title="Columns" onClick={() => setOpen(true)}>
        <Columns3 aria-hidden /> <span className={BAR_WORD}>Columns</span>
      </Button>
      {open ? <ColumnsDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
