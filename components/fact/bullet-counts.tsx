import { ThumbsDown, ThumbsUp } from 'lucide-react';

export function BulletCounts({ helpful, harmful }: { helpful: string; harmful: string }) {
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
