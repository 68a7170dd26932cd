import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Eye,
  Ghost,
  Hourglass,
  Lock,
  type LucideIcon,
  OctagonAlert,
  PenLine,
  Scale,
  Split,
  Undo2,
} from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { VerdictKind } from '@/lib/domain/canary';
import type { CanaryState } from '@/lib/domain/canary-state';
import { CANARY_STATE_WORDS, VERDICT_WORDS } from '@/lib/view/canary/canary-words';

const STATE_ICONS: Readonly<Record<CanaryState, LucideIcon>> = {
  drafted: PenLine,
  registered: Lock,
  shadow: Ghost,
  approval: Hourglass,
  liveStep: Split,
  watch: Eye,
  promoted: CircleCheck,
  failed: OctagonAlert,
  inconclusive: Scale,
  invalid: OctagonAlert,
  reverted: Undo2,
  superseded: CircleDashed,
  withdrawn: CircleSlash,
};

const VERDICT_ICONS: Readonly<Record<VerdictKind, LucideIcon>> = {
  pass: CircleCheck,
  fail: OctagonAlert,
  continue: Hourglass,
  inconclusive: Scale,
  invalid: OctagonAlert,
};

export function CanaryBadge({ state }: { state: CanaryState }) {
  const { word, tone, meaning } = CANARY_STATE_WORDS[state];
  return (
    <Badge tone={tone} icon={STATE_ICONS[state]} title={meaning}>
      {word}
    </Badge>
  );
}

export function VerdictBadge({ verdict }: { verdict: VerdictKind }) {
  const { word, tone, meaning } = VERDICT_WORDS[verdict];
  return (
    <Badge tone={tone} icon={VERDICT_ICONS[verdict]} title={meaning}>
      {word}
    </Badge>
  );
}
