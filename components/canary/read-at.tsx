import { Time } from '@/components/ui/time';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { STAGE_WORDS } from '@/lib/view/canary/stepper';

/** The look that a card is from, where it does not say how things are now. */
export function ReadAt({ readAt }: Pick<CanaryDetail, 'readAt'>) {
  if (readAt === null) return null;
  return (
    <>
      From the last look, <Time at={readAt.at} /> ({STAGE_WORDS[readAt.stage].toLowerCase()}).
    </>
  );
}
