import type { ReactNode, Ref } from 'react';
import { classNames } from './class-names';

interface ScrollBoxProps {
  readonly label: string;
  readonly className?: string;
  readonly boxRef?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

/** A box that scrolls by itself: a frame for what is placed inside, named and reachable by keyboard, or its content would not be. */
export function ScrollBox({ label, className, boxRef, children }: ScrollBoxProps) {
  // Spread, since without a tab stop the keyboard could not scroll the box.
  const focusable = { tabIndex: 0 };
  return (
    <section ref={boxRef} aria-label={label} className={classNames('relative', className)} {...focusable}>
      {children}
    </section>
  );
}
