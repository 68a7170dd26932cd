import { CircleCheck, CircleX, Eye, type LucideIcon, PencilLine } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { ReviewState } from '@/lib/domain/review';
import { STATE_TONES, STATE_WORDS } from '@/lib/view/review-words';

const ICONS: Readonly<Record<ReviewState, LucideIcon>> = {
  draft: PencilLine,
  inReview: Eye,
  accepted: CircleCheck,
  rejected: CircleX,
};

export function StateBadge({ state }: { state: ReviewState }) {
  return (
    <Badge tone={STATE_TONES[state]} icon={ICONS[state]}>
      {STATE_WORDS[state]}
    </Badge>
  );
}
