'use client';

import { Upload } from 'lucide-react';
import { Button } from './button';

interface FileButtonProps {
  readonly children: string;
  /** Accepted file extensions. */
  readonly accept: string;
  /** Called with at least one file. */
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that opens the browser's choice of files. */
export function FileButton({ children, accept, onFiles }: FileButtonProps) {
  return (
    <Button asChild className="cursor-pointer focus-within:border-honey">
      <label>
        <Upload aria-hidden /> {children}
        <input
          type="file"
          multiple
          accept={accept}
          className="sr-only"
          onChange={({ target: { files } }) => {
            if (files && files.length > 0) onFiles([...files]);
          }}
        />
      </label>
    </Button>
  );
}
