'use client';

import { FileJson, FileSpreadsheet, Link2 } from 'lucide-react';
import { toast } from 'sonner';
import { tellProblem } from '@/components/api/tell-problem';
import { copyPageLink } from '@/components/ui/copy-page-link';
import { download } from '@/components/ui/download';
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/dropdown-menu';
import { csvOfTable, type DataTable, fileNameOf, jsonOfTable } from '@/lib/view/data-table';
import { TakeAlongButton } from './take-along-button';

interface TableMenuProps {
  /** The table's caption. */
  readonly name: string;
  /** All its rows, also those that no page has shown yet. */
  readonly read: () => Promise<DataTable>;
  /** Its button has no words. */
  readonly isSmall?: boolean;
  /** From the first moment on: it was asked for before it was there. */
  readonly isOpen?: boolean;
}

const FILES = {
  csv: { type: 'text/csv;charset=utf-8', of: csvOfTable },
  json: { type: 'application/json', of: jsonOfTable },
} as const;

/** Takes a table along as a file, or the address of the page as it is narrowed now. */
export function TableMenu({ name, read, isSmall = false, isOpen = false }: TableMenuProps) {
  const keep = async (extension: keyof typeof FILES) => {
    const waiting = toast.loading('Reading all rows');
    try {
      const table = await read();
      const { type, of } = FILES[extension];
      download(`${fileNameOf(table)}.${extension}`, new Blob([of(table)], { type }));
    } catch (error) {
      tellProblem(error);
    } finally {
      toast.dismiss(waiting);
    }
  };
  return (
    <DropdownMenu isOpen={isOpen} trigger={<TakeAlongButton name={name} isSmall={isSmall} />}>
      <MenuLabel>{isSmall ? 'All rows' : 'All rows as filtered'}</MenuLabel>
      <MenuItem onSelect={() => void keep('csv')}>
        <FileSpreadsheet aria-hidden /> CSV
      </MenuItem>
      <MenuItem onSelect={() => void keep('json')}>
        <FileJson aria-hidden /> JSON
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void copyPageLink()}>
        <Link2 aria-hidden /> Copy link
      </MenuItem>
    </DropdownMenu>
  );
}
