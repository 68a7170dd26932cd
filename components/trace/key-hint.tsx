import { Kbd } from '@/components/ui/kbd';

/** Key of a control. Its control names the key to screen readers with `aria-keyshortcuts`. */
export function KeyHint({ children }: { readonly children: string }) {
  return (
    <span aria-hidden className="inline-flex">
      <Kbd>{children}</Kbd>
    </span>
  );
}
