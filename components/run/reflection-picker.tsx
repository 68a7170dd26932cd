import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import type { ScanReflection } from '@/lib/view/scan-tree';
import { SeenShare } from './agent-facts';

interface ReflectionPickerProps {
  readonly reflections: readonly ScanReflection[];
  readonly followed: ScanReflection | null;
  readonly onFollow: (ordinal: number | null) => void;
  /** The way from the followed one to its trace, where it is recorded. */
  readonly trace?: ReactNode;
}

/** Which reflection to follow through the tree; folded until it is opened. */
export function ReflectionPicker({ reflections, followed, onFollow, trace }: ReflectionPickerProps) {
  if (reflections.length === 0) return null;
  if (followed)
    return (
      <div className="flex flex-col items-start gap-2 rounded-md border border-honey-line bg-honey-wash px-3 py-2 text-xs sm:flex-row">
        <p className="min-w-0 flex-1">
          <span className="font-medium">Following reflection {followed.ordinal + 1}</span>{' '}
          <span className="text-ink-soft">
            {followed.groups.length === 0 ? 'not shuffled yet' : `to ${groupWords(followed.groups)}`}:{' '}
            {followed.insight}
          </span>{' '}
          <SeenShare share={followed.seenShare} />
        </p>
        {trace}
        <Button size="sm" variant="ghost" onClick={() => onFollow(null)}>
          <X aria-hidden /> Show all
        </Button>
      </div>
    );
  return (
    <details className="text-xs">
      <summary className="w-fit text-ink-soft">Follow one reflection to the playbook</summary>
      <ul aria-label="Reflections" className="mt-1.5 max-h-60 overflow-y-auto rounded-md border border-line">
        {reflections.map((reflection) => (
          <li key={reflection.ordinal} className="border-line border-b last:border-b-0">
            <button
              type="button"
              onClick={() => onFollow(reflection.ordinal)}
              className="flex w-full items-baseline gap-2 px-2.5 py-1.5 text-left hover:bg-sunken focus-visible:outline-offset-[-2px]"
            >
              <span className="numbers w-6 shrink-0 text-right font-medium">{reflection.ordinal + 1}</span>
              <span className="min-w-0 flex-1 truncate text-ink-soft" title={reflection.insight}>
                {reflection.insight}
              </span>
              <SeenShare share={reflection.seenShare} />
              <span className="numbers hidden shrink-0 text-ink-faint sm:inline">
                {reflection.groups.length === 0 ? '' : groupWords(reflection.groups)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

const groupWords = (groups: readonly number[]) =>
  `${groups.length === 1 ? 'group' : 'groups'} ${groups.join(', ')}`;
