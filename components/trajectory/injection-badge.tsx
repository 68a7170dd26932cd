import { CircleDashed, CircleHelp, ShieldCheck, ShieldX } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { InjectionState } from '@/lib/domain/injection-state';
import { INJECTION_WORDS } from '@/lib/words/rollout';

const LOOKS = {
  proven: { icon: ShieldCheck, tone: 'good' },
  unproven: { icon: CircleHelp, tone: 'honey' },
  notApplicable: { icon: CircleDashed, tone: 'neutral' },
  failed: { icon: ShieldX, tone: 'bad' },
} as const;

/** Whether the text of a component was seen in the model calls of a rollout. */
export function InjectionBadge({ state }: { readonly state: InjectionState }) {
  const { word, meaning } = INJECTION_WORDS[state];
  return (
    <Badge {...LOOKS[state]} title={meaning}>
      {word}
    </Badge>
  );
}
