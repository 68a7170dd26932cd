import { Check, Minus } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { ScrollBox } from '@/components/ui/scroll-box';
import type { ScanEnd, ScanLine } from '@/lib/view/scan-trail';

/** Where the reflection that is followed ended: the lines that say its insights, or where those were lost. */
export function ScanEnds({ ends, note }: { ends: readonly ScanEnd[]; note: string | null }) {
  if (ends.length === 0)
    return (
      <p className="text-ink-faint text-xs">
        {note ?? 'What became of its insights is told when the iteration has closed.'}
      </p>
    );
  return (
    <ul aria-label="Where its insights ended" className="flex flex-col gap-1.5 text-xs">
      {ends.map((end) => (
        <li
          key={end.key}
          className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-r border-honey border-l-2 bg-honey-wash py-1 pl-2"
        >
          <Badge tone={end.isInPrompt ? 'good' : 'neutral'} icon={end.isInPrompt ? Check : Minus}>
            {end.place}
          </Badge>
          <LineName line={end.line} />
          <span className="min-w-0 flex-1 basis-48 break-words">
            {end.insight} <span className="text-ink-faint">{end.how}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

interface ScanLinesProps {
  readonly lines: readonly ScanLine[];
  readonly onFollow: (ordinal: number) => void;
}

/** The lines that the iteration's insights became, each leading back to its reflections. */
export function ScanLines({ lines, onFollow }: ScanLinesProps) {
  if (lines.length === 0) return null;
  return (
    <ScrollBox label="Lines that its insights became" className="fade-ends max-h-60 overflow-y-auto">
      <ul className="flex flex-col gap-1 text-xs">
        {lines.map(({ line, ordinals }) => (
          <li key={line} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <LineName line={line} />
            <span className="text-ink-faint">
              {ordinals.length === 1 ? 'from reflection' : 'from reflections'}
            </span>
            {ordinals.map((ordinal) => (
              <Button
                key={ordinal}
                size="inline"
                variant="link"
                className="text-xs"
                aria-label={`Follow reflection ${ordinal + 1} to ${line}`}
                onClick={() => onFollow(ordinal)}
              >
                {ordinal + 1}
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </ScrollBox>
  );
}

/** A bullet has a page of its own; the number of a line holds for one version only. */
function LineName({ line }: { line: string | null }) {
  if (line === null) return null;
  if (line.startsWith('line ')) return <span className="font-mono">{line}</span>;
  return (
    <Link
      href={`?tab=prompt&bullet=${encodeURIComponent(line)}`}
      className="font-mono text-honey-text underline underline-offset-2"
    >
      {line}
    </Link>
  );
}
