import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleSlash,
  CircleStop,
  CircleX,
  type LucideIcon,
  RefreshCw,
  Scissors,
} from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { CellStatus, SweepStatus } from '@/lib/domain/sweep';
import { CELL_STATUS_WORDS, SWEEP_STATUS_WORDS } from '@/lib/view/sweep-words';

const SWEEP_ICONS: Readonly<Record<SweepStatus, LucideIcon>> = {
  running: RefreshCw,
  paused: CirclePause,
  cancelled: CircleStop,
  finished: CircleCheck,
};

const CELL_ICONS: Readonly<Record<CellStatus, LucideIcon>> = {
  waiting: CircleDashed,
  queued: CircleDashed,
  running: RefreshCw,
  paused: CirclePause,
  done: CircleCheck,
  cut: Scissors,
  failed: CircleX,
  stopped: CircleStop,
  notStarted: CircleSlash,
};

export function SweepStatusBadge({ status }: { status: SweepStatus }) {
  const { word, tone, meaning } = SWEEP_STATUS_WORDS[status];
  return (
    <Badge tone={tone} icon={SWEEP_ICONS[status]} title={meaning}>
      {word}
    </Badge>
  );
}

export function CellStatusBadge({ status }: { status: CellStatus }) {
  const { word, tone, meaning } = CELL_STATUS_WORDS[status];
  return (
    <Badge tone={tone} icon={CELL_ICONS[status]} title={meaning}>
      {word}
    </Badge>
  );
}
