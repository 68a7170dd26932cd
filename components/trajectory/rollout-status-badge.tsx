import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleStop,
  CircleX,
  Gauge,
  type LucideIcon,
  RefreshCw,
} from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { RolloutStatus } from '@/lib/domain/rollout-order';
import type { Tone } from '@/lib/view/tone';
import { ROLLOUT_STATUS_WORDS } from '@/lib/words/rollout';

const LOOKS: Readonly<Record<RolloutStatus, { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  queued: { icon: CircleDashed, tone: 'neutral' },
  running: { icon: RefreshCw, tone: 'honey' },
  completed: { icon: CircleCheck, tone: 'good' },
  failed: { icon: CircleX, tone: 'bad' },
  limit: { icon: Gauge, tone: 'honey' },
  stopped: { icon: CircleStop, tone: 'neutral' },
  lost: { icon: CircleSlash, tone: 'neutral' },
};

export function RolloutStatusBadge({ status }: { readonly status: RolloutStatus }) {
  const { word, meaning } = ROLLOUT_STATUS_WORDS[status];
  const { icon, tone } = LOOKS[status];
  return (
    <Badge tone={tone} icon={icon} title={meaning}>
      {word}
    </Badge>
  );
}
