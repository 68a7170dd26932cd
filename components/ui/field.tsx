import { TriangleAlert } from 'lucide-react';
import { Label } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names';

export interface FieldControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

interface FieldProps {
  readonly id: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly fault?: string | undefined;
  readonly optional?: boolean;
  readonly className?: string;
  readonly children: (control: FieldControlProps) => ReactNode;
}

/** Label, control, hint and fault, wired for screen readers; the control is whatever `children` gives. */
export function Field({ id, label, hint, fault, optional, className, children }: FieldProps) {
  const notes = [hint ? `${id}-hint` : null, fault ? `${id}-fault` : null].filter(Boolean).join(' ');
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <Label.Root htmlFor={id} className="flex items-baseline gap-1.5 font-medium text-[0.8125rem] text-ink">
        {label}
        {optional ? <span className="font-normal text-ink-faint text-xs">optional</span> : null}
      </Label.Root>
      {children({
        id,
        'aria-describedby': notes === '' ? undefined : notes,
        'aria-invalid': fault ? true : undefined,
      })}
      {hint ? (
        <p id={`${id}-hint`} className="text-ink-faint text-xs">
          {hint}
        </p>
      ) : null}
      {fault ? (
        <p id={`${id}-fault`} className="flex items-start gap-1.5 text-bad text-xs">
          <TriangleAlert className="mt-0.5 size-3 shrink-0" aria-hidden />
          {fault}
        </p>
      ) : null}
    </div>
  );
}
