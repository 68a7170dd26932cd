import { useRehearsal } from '@/components/slot/use-rehearsal';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';

/** Where the pairs come from; only the practice slot has traffic of its own. */
export function PracticeTrafficLine({ slot }: Pick<CanaryDetail, 'slot'>) {
  const { data: rehearsal } = useRehearsal();
  if (rehearsal?.slotId !== slot.id) return null;
  return (
    <Notice tone="info">
      Pairs come from practice traffic.{' '}
      <Link href={`/slots/${slot.id}`} className="underline underline-offset-2">
        Send it from the slot page
      </Link>
    </Notice>
  );
}
