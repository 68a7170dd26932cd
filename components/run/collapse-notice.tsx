import { Notice } from '@/components/ui/notice';
import { collapseBanner } from '@/lib/view/run-diversity';
import type { RunState } from '@/lib/view/run-state';

/** Stands above everything while the newest iteration is a collapsed one. */
export function CollapseNotice({ state }: { state: RunState }) {
  const banner = collapseBanner(state);
  if (banner === null) return null;
  return (
    <Notice tone="bad" title={banner.title}>
      {banner.explanation}
    </Notice>
  );
}
