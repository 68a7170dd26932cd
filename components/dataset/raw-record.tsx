import type { ImportPreviewView } from '@/lib/contracts/imports';

/** The first record as its file has it, to choose the columns by. */
export function RawRecord({ record }: { readonly record: ImportPreviewView['firstRecord'] }) {
  if (record === null) return null;
  return (
    <figure className="-order-1 min-w-0 lg:order-none">
      <figcaption className="mb-1.5 font-medium text-[0.8125rem]">
        First record <span className="font-mono font-normal text-ink-faint text-xs">{record.where}</span>
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
        tabIndex={0}
        className="wrap-anywhere max-h-96 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-sunken p-3 font-mono text-xs"
      >
        {record.text}
      </pre>
    </figure>
  );
}
