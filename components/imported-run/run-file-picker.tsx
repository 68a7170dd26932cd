'use client';

import { FolderOpen } from 'lucide-react';
import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { DropZone } from '@/components/ui/drop-zone';
import { FileRow } from '@/components/ui/file-row';
import { plural } from '@/lib/view/numbers';
import type { PickedFile } from './use-imported-runs';

interface RunFilePickerProps {
  readonly files: readonly PickedFile[];
  readonly busy: boolean;
  readonly onChange: (files: readonly PickedFile[]) => void;
}

const SHOWN = 8;

/** Files, or a whole directory with its paths; a file of the same path replaces the one before. */
export function RunFilePicker({ files, busy, onChange }: RunFilePickerProps) {
  const folderId = useId();
  const add = (given: readonly File[]) => {
    const added = given.map((file) => ({ path: file.webkitRelativePath || file.name, file }));
    if (added.length === 0) return;
    onChange([...files.filter(({ path }) => !added.some((one) => one.path === path)), ...added]);
  };
  return (
    <div className="flex flex-col gap-3">
      <DropZone busy={busy} onFiles={add} />
      <label
        htmlFor={folderId}
        className="flex w-fit cursor-pointer items-center gap-2 rounded-md border border-line-strong px-3 py-1.5 font-medium text-[0.8125rem] focus-within:border-honey hover:bg-sunken"
      >
        <FolderOpen className="size-4 text-ink-faint" aria-hidden /> Choose a run’s folder
        <input
          id={folderId}
          ref={(input) => input?.setAttribute('webkitdirectory', '')}
          type="file"
          multiple
          className="sr-only"
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </label>
      {files.length > 0 ? (
        <ul className="flex flex-col gap-1">
          {files.slice(0, SHOWN).map((one) => (
            <FileRow
              key={one.path}
              name={one.path}
              onRemove={() => onChange(files.filter((other) => other !== one))}
            />
          ))}
          {files.length > SHOWN ? (
            <li className="flex items-center justify-between px-1 text-ink-faint text-xs">
              and {plural(files.length - SHOWN, 'more file')}
              <Button size="sm" variant="ghost" onClick={() => onChange([])}>
                Remove all
              </Button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}
