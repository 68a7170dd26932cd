import { ThumbsDown, ThumbsUp } from 'lucide-react';

/** Nothing where no reflection judged the bullet: a method that does not count would show zeros on every line. */
export function BulletCounts({ helpful, harmful }: { helpful: string; harmful: string }) {
  if (helpful === '0' && harmful === '0') return null;
  return (
    <span className="numbers flex shrink-0 gap-2.5 text-ink-faint text-xs leading-5">
      <span className="inline-flex items-center gap-1" title="Times called helpful">
        <ThumbsUp className="size-3" aria-hidden />
        <span className="sr-only">helpful </span>
        {helpful}
      </span>
      <span className="inline-flex items-center gap-1" title="Times called harmful">
        <ThumbsDown className="size-3" aria-hidden />
        <span className="sr-only">harmful </span>
        {harmful}
      </span>
    </span>
  );
}
