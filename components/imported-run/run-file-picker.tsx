'use client';

import { FileText, FolderOpen, LoaderCircle, Upload, X } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
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
  const filesId = useId();
  const folderId = useId();
  const [isOver, setIsOver] = useState(false);
  const add = (given: FileList | null) => {
    const added = [...(given ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
    if (added.length === 0) return;
    onChange([...files.filter(({ path }) => !added.some((one) => one.path === path)), ...added]);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    add(event.dataTransfer.files);
  };
  return (
    <div className="flex flex-col gap-3">
      <label
        htmlFor={filesId}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={classNames(
          'flex cursor-pointer flex-col items-center gap-1.5 rounded-lg border-2 border-dashed px-4 py-8 text-center transition-colors focus-within:border-honey hover:border-line-strong',
          isOver ? 'border-honey bg-honey-wash' : 'border-line bg-sunken/50',
        )}
      >
        {busy ? (
          <LoaderCircle className="size-6 animate-spin text-ink-faint" aria-hidden />
        ) : (
          <Upload className="size-6 text-ink-faint" aria-hidden />
        )}
        <span className="font-medium text-[0.8125rem]">
          {busy ? 'Reading the files' : 'Drop files here, or choose them'}
        </span>
        <input
          id={filesId}
          type="file"
          multiple
          className="sr-only"
          onChange={(event) => {
            add(event.target.files);
            event.target.value = '';
          }}
        />
      </label>
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
            add(event.target.files);
            event.target.value = '';
          }}
        />
      </label>
      {files.length > 0 ? (
        <ul className="flex flex-col gap-1">
          {files.slice(0, SHOWN).map((one) => (
            <li
              key={one.path}
              className="flex items-center gap-2 rounded-md border border-line px-3 py-1.5 text-[0.8125rem]"
            >
              <FileText className="size-4 shrink-0 text-ink-faint" aria-hidden />
              <span className="min-w-0 flex-1 truncate">{one.path}</span>
              <Button
                size="iconSm"
                variant="ghost"
                aria-label={`Remove ${one.path}`}
                onClick={() => onChange(files.filter((other) => other !== one))}
              >
                <X aria-hidden />
              </Button>
            </li>
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
