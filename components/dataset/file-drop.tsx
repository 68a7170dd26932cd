'use client';

import { FileText, LoaderCircle, Upload, X } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';

interface FileDropProps {
  readonly files: readonly File[];
  readonly busy: boolean;
  readonly onChange: (files: readonly File[]) => void;
}

const size = (bytes: number) =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** Drop or choose; a file of the same name replaces the one before. */
export function FileDrop({ files, busy, onChange }: FileDropProps) {
  const inputId = useId();
  const [isOver, setIsOver] = useState(false);
  const add = (given: FileList | null) => {
    const added = [...(given ?? [])];
    if (added.length === 0) return;
    const kept = files.filter((file) => !added.some((one) => one.name === file.name));
    onChange([...kept, ...added]);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    add(event.dataTransfer.files);
  };
  return (
    <div className="flex flex-col gap-3">
      <label
        htmlFor={inputId}
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
          id={inputId}
          type="file"
          multiple
          accept=".jsonl,.json,.csv,.tsv,.txt,.gz,.ndjson"
          className="sr-only"
          onChange={(event) => {
            add(event.target.files);
            event.target.value = '';
          }}
        />
      </label>
      {files.length > 0 ? (
        <ul className="flex flex-col gap-1">
          {files.map((file) => (
            <li
              key={file.name}
              className="flex items-center gap-2 rounded-md border border-line px-3 py-1.5 text-[0.8125rem]"
            >
              <FileText className="size-4 shrink-0 text-ink-faint" aria-hidden />
              <span className="min-w-0 flex-1 truncate">{file.name}</span>
              <span className="numbers text-ink-faint text-xs">{size(file.size)}</span>
              <Button
                size="iconSm"
                variant="ghost"
                aria-label={`Remove ${file.name}`}
                onClick={() => onChange(files.filter((one) => one !== file))}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
