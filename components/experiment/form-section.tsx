import type { ReactNode } from 'react';

interface FormSectionProps {
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}

/** Its subject on the left, its fields on the right. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  return (
    <fieldset className="grid min-w-0 gap-x-8 gap-y-4 border-line border-b py-6 first:pt-2 last:border-b-0 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <legend className="font-semibold text-[0.875rem] tracking-tight">{title}</legend>
        <p className="mt-1 text-ink-faint text-xs">{hint}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </fieldset>
  );
}
