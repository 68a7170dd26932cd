import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'onChange'> {
  /** Text next to the box. */
  readonly children: ReactNode;
  readonly hint?: ReactNode;
  readonly onCheckedChange?: (isChecked: boolean) => void;
}

/** A box with its label to press and one line of explanation; `className` styles the label. */
export function Checkbox({ children, hint, className, onCheckedChange, ...input }: CheckboxProps) {
  return (
    <label className={classNames('flex min-w-0 items-start gap-2.5 text-[0.8125rem]', className)}>
      <input
        {...input}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-honey"
        {...(onCheckedChange ? { onChange: (event) => onCheckedChange(event.target.checked) } : {})}
      />
      <span className="min-w-0 flex-1">
        {children}
        {hint ? <span className="block text-ink-faint text-xs">{hint}</span> : null}
      </span>
    </label>
  );
}
