import { Notice } from '@/components/ui/notice';
import type { RunState } from '@/lib/projection/run-state';
import { collapseBanner } from '@/lib/view/run-diversity';

/** Shown above everything while the newest iteration is a collapsed one. */
export function CollapseNotice({ state }: { state: RunState }) {
  const banner = collapseBanner(state);
  if (banner === null) return null;
  return (
    <Notice tone="bad" title={banner.title}>
      {banner.explanation}
    </Notice>
  );
}
