import { Notice } from '@/components/ui/notice';

/** Why something cannot start, and the ways on. */
export function RefusalNotice({
  refusal: { sentence, howToProceed },
}: {
  readonly refusal: { readonly sentence: string; readonly howToProceed: readonly string[] };
}) {
  return (
    <Notice tone="honey" title={sentence}>
      <ul className="list-disc pl-5">
        {howToProceed.map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
    </Notice>
  );
}
