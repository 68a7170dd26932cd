import { Notice } from '@/components/ui/notice';
import { type partsOf, splitPower } from '@/lib/view/split-power';

/** Power of the parts, said before the registration: afterwards they stay as they are. */
export function SplitPowerNote({ parts }: { parts: ReturnType<typeof partsOf> }) {
  if (parts === null || parts.heldOut === 0) return null;
  const { sentences, isWeak } = splitPower(parts);
  return (
    <Notice tone={isWeak ? 'honey' : 'info'} title={isWeak ? 'Few held-out examples' : 'What it can show'}>
      {sentences.join(' ')}
    </Notice>
  );
}
