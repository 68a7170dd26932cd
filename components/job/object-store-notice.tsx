import { Notice } from '@/components/ui/notice';
import type { BackgroundWorkView } from '@/lib/contracts/jobs';

/** Shown while workers do not reach the store for the bodies of traces. */
export function ObjectStoreNotice({ fault }: { fault: BackgroundWorkView['objectStore'] }) {
  if (fault === null) return null;
  return (
    <Notice tone="honey" title="Traces wait for the object store.">
      {fault.reason} Their records stay in the database and nothing is lost. Workers try again every half
      minute; <code>npm run doctor</code> checks the settings.
    </Notice>
  );
}
