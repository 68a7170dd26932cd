'use client';

import { LoaderCircle, Upload } from 'lucide-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names';

interface DropZoneProps {
  readonly busy: boolean;
  /** Accepted file extensions; by default all. */
  readonly accept?: string;
  /** Called with at least one file. */
  readonly onFiles: (files: readonly File[]) => void;
}

/** Area to drop or choose files. Keeps no list of earlier files. */
export function DropZone({ busy, accept, onFiles }: DropZoneProps) {
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const give = (given: FileList | null) => {
    if (given && given.length > 0) onFiles([...given]);
  };
  const takeChosen = () => {
    if (input.current === null) return;
    give(input.current.files);
    input.current.value = '';
  };
  // Files chosen before hydration fired no event: on a slow connection they would be lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what lay there when the page woke up
  useEffect(takeChosen, []);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    give(event.dataTransfer.files);
  };
  const Icon = busy ? LoaderCircle : Upload;
  return (
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
      <Icon className={classNames('size-6 text-ink-faint', busy && 'animate-spin')} aria-hidden />
      <span className="font-medium text-[0.8125rem]">
        {busy ? 'Reading the files' : 'Drop files here, or choose them'}
      </span>
      <input
        ref={input}
        id={inputId}
        type="file"
        multiple
        accept={accept}
        className="sr-only"
        onChange={takeChosen}
      />
    </label>
  );
}
