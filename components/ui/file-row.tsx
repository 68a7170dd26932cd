import { FileText, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';

interface FileRowProps {
  readonly name: string;
  readonly onRemove: () => void;
  /** Shown at the end, e.g. the size. */
  readonly children?: ReactNode;
}

/** A file that was given, in a list of them. */
export function FileRow({ name, onRemove, children }: FileRowProps) {
  return (
    <li className="flex items-center gap-2 rounded-md border border-line px-3 py-1.5 text-[0.8125rem]">
      <FileText className="size-4 shrink-0 text-ink-faint" aria-hidden />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {children}
      <Button size="iconSm" variant="ghost" aria-label={`Remove ${name}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </li>
  );
}
