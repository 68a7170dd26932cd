import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleStop,
  CircleX,
  type LucideIcon,
  RefreshCw,
} from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { RunStatus } from '@/lib/domain/run';
import { RUN_STATUS_WORDS } from '@/lib/view/run-words';

const ICONS: Readonly<Record<RunStatus, LucideIcon>> = {
  queued: CircleDashed,
  running: RefreshCw,
  paused: CirclePause,
  stopped: CircleStop,
  finished: CircleCheck,
  failed: CircleX,
};

export function RunStatusBadge({ status }: { status: RunStatus }) {
  const { word, tone, meaning } = RUN_STATUS_WORDS[status];
  return (
    <Badge tone={tone} icon={ICONS[status]} title={meaning}>
      {word}
    </Badge>
  );
}
