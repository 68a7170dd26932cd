'use client';

import { DropZone } from '@/components/ui/drop-zone';
import { FileRow } from '@/components/ui/file-row';
import { EXAMPLE_FILES } from './held-files';

interface FileDropProps {
  readonly files: readonly File[];
  readonly busy: boolean;
  /** Accepted file extensions; by default those of examples. */
  readonly accept?: string;
  readonly onChange: (files: readonly File[]) => void;
}

const size = (bytes: number) =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** Drop or choose; a file of the same name replaces the one before. */
export function FileDrop({ files, busy, accept = EXAMPLE_FILES, onChange }: FileDropProps) {
  return (
    <div className="flex flex-col gap-3">
      <DropZone
        busy={busy}
        accept={accept}
        onFiles={(added) =>
          onChange([...files.filter((file) => !added.some((one) => one.name === file.name)), ...added])
        }
      />
      {files.length > 0 ? (
        <ul className="flex flex-col gap-1">
          {files.map((file) => (
            <FileRow
              key={file.name}
              name={file.name}
              onRemove={() => onChange(files.filter((one) => one !== file))}
            >
              <span className="numbers text-ink-faint text-xs">{size(file.size)}</span>
            </FileRow>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
