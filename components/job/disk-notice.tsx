import { Notice } from '@/components/ui/notice';
import type { BackgroundWorkView } from '@/lib/contracts/jobs';

const MB = 1024 * 1024;

/** Room for the database, where there is little. */
export function DiskNotice({ disk }: { disk: BackgroundWorkView['disk'] }) {
  if (disk === null || disk.state === 'enough') return null;
  const left = `${Math.floor(disk.freeBytes / MB).toLocaleString('en')} MB left`;
  if (disk.state === 'low')
    return (
      <Notice tone="honey" title={`The disk is nearly full: ${left}.`}>
        Free some space. Below 128 MB all runs are paused.
      </Notice>
    );
  return (
    <Notice tone="bad" title={`The disk is full: ${left}.`}>
      Runs are paused and nothing paid is lost. Free some space, then resume them.
    </Notice>
  );
}
