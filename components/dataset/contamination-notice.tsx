import { Notice } from '@/components/ui/notice';

/** R-053, above every number of a split that was used to tune. Nothing where there is no objection. */
export function ContaminationNotice({ sentence }: { sentence: string | null }) {
  if (sentence === null) return null;
  return (
    <Notice tone="bad" title="Held-out is contaminated" className="mb-4">
      {sentence}
    </Notice>
  );
}
