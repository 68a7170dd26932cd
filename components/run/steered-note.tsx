import { Ban, PencilLine, Pin } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Time } from '@/components/ui/time';
import type { InsightSteeringView, SteeredLineView } from '@/lib/contracts/insight-steering';
import { effectWords, STEERED_WORDS } from '@/lib/view/steered-words';

const LOOKS = {
  pinned: { tone: 'info', icon: Pin },
  edited: { tone: 'info', icon: PencilLine },
  banned: { tone: 'bad', icon: Ban },
} as const;

interface SteeredNoteProps {
  readonly line: SteeredLineView;
  readonly effect: InsightSteeringView['effect'];
}

/** A person's decision about a line: who, when, and from when on it holds. */
export function SteeredNote({ line, effect }: SteeredNoteProps) {
  const { tone, icon } = LOOKS[line.state];
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-ink-faint text-xs">
      <Badge tone={tone} icon={icon}>
        {STEERED_WORDS[line.state]}
      </Badge>
      {line.by === null ? null : <span>by {line.by},</span>}
      {line.at === null ? null : <Time at={line.at} />}
      <span>{effectWords(line, effect)}</span>
    </span>
  );
}
