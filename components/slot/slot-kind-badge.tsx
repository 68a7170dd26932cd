import { Drama, Radio } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { SlotKind } from '@/lib/domain/canary-state';
import { SLOT_KIND_WORDS } from '@/lib/view/canary/canary-words';

export function SlotKindBadge({ kind }: { kind: SlotKind }) {
  const { word, tone, meaning } = SLOT_KIND_WORDS[kind];
  return (
    <Badge tone={tone} icon={kind === 'rehearsal' ? Drama : Radio} title={meaning}>
      {word}
    </Badge>
  );
}
