'use client';

import { Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuCheck, MenuLabel } from '@/components/ui/dropdown-menu';
import { SearchInput } from '@/components/ui/search-input';
import type { ListAddress } from './use-list-address';

interface ListBarProps {
  readonly address: ListAddress;
  /** What is listed, as in "Search data sets by name"; left out, names are not searched. */
  readonly searched: string | undefined;
  /** Whether there is an archive to look into. */
  readonly hasArchive: boolean;
  /** Those that can be hidden. */
  readonly columns: readonly { readonly id: string; readonly label: string }[];
  readonly children?: ReactNode;
}

/** What narrows a list, above it. */
export function ListBar({ address, searched, hasArchive, columns, children }: ListBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 p-3">
      {searched === undefined ? null : (
        <SearchInput
          label={`Search ${searched} by name`}
          placeholder="Search by name"
          value={address.search}
          onChange={address.setSearch}
        />
      )}
      {children}
      {hasArchive ? (
        <label className="flex h-8.5 items-center gap-2 px-1 text-[0.8125rem] text-ink-soft">
          <input
            type="checkbox"
            className="size-4 accent-honey"
            checked={address.archived}
            onChange={(event) => address.setArchived(event.target.checked)}
          />
          Archived
        </label>
      ) : null}
      <ColumnMenu address={address} columns={columns} />
    </div>
  );
}

function ColumnMenu({ address, columns }: Pick<ListBarProps, 'address' | 'columns'>) {
  const { hidden, setHidden } = address;
  return (
    <span className="ml-auto">
      <DropdownMenu
        trigger={
          <Button>
            <Columns3 aria-hidden /> <span className="max-sm:sr-only">Columns</span>
          </Button>
        }
      >
        <MenuLabel>Show</MenuLabel>
        {columns.map(({ id, label }) => (
          <MenuCheck
            key={id}
            checked={!hidden.includes(id)}
            onChange={(isShown) =>
              setHidden(isShown ? hidden.filter((known) => known !== id) : [...hidden, id])
            }
          >
            {label}
          </MenuCheck>
        ))}
      </DropdownMenu>
    </span>
  );
}
