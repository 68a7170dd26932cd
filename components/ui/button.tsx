import { LoaderCircle } from 'lucide-react';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { type Blocked, BlockedButton } from './blocked-button';
import { type ButtonLook, buttonLook } from './button-look';
import { classNames } from './class-names';

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Renders the only child (a link) with the look of a button. */
  readonly asChild?: boolean;
  /** Shows a spinner and refuses a second press. */
  readonly busy?: boolean;
  /** Why it cannot be pressed now, and what to do; undefined where it can. */
  readonly blocked?: Blocked | undefined;
}

export function Button({ className, variant, size, asChild, busy, blocked, children, ...rest }: ButtonProps) {
  const classes = classNames(buttonLook({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  if (blocked && !busy)
    return (
      <BlockedButton {...rest} className={classes} blocked={blocked}>
        {children}
      </BlockedButton>
    );
  return (
    <button type="button" {...rest} className={classes} disabled={rest.disabled || busy} aria-busy={busy}>
      {busy ? <LoaderCircle className="animate-spin" aria-hidden /> : null}
      {children}
    </button>
  );
}
