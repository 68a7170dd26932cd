'use client';

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Button } from './button';
import { classNames } from './class-names';

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly footer?: ReactNode;
  /** A drawer fills the height at the right edge; a wide one has space for two columns. */
  readonly shape?: 'box' | 'wide' | 'drawer' | 'wideDrawer';
  readonly children?: ReactNode;
}

const SHAPES = {
  box: '-translate-x-1/2 top-[12vh] left-1/2 max-h-[80vh] w-[min(32rem,calc(100vw-2rem))] animate-rise rounded-xl',
  wide: '-translate-x-1/2 top-[6vh] left-1/2 max-h-[88vh] w-[min(60rem,calc(100vw-2rem))] animate-rise rounded-xl',
  drawer: 'top-0 right-0 h-dvh w-[min(46rem,100vw)] animate-slide-in border-y-0 border-r-0',
  wideDrawer: 'top-0 right-0 h-dvh w-[min(76rem,100vw)] animate-slide-in border-y-0 border-r-0',
} as const;

export function Dialog(props: DialogProps) {
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Opened {...props} />
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focuses the first field of a form instead of the close button. */
function goToFirstField(event: Event): void {
  const { target } = event;
  const field =
    target instanceof HTMLElement
      ? target.querySelector<HTMLElement>(
          'input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)',
        )
      : null;
  if (field === null) return;
  event.preventDefault();
  field.focus();
}

/** Lives as long as the dialog is open, so that it knows where the focus was before and gives it back. */
function Opened({ title, description, footer, shape = 'box', children }: DialogProps) {
  const [cameFrom] = useState(() => document.activeElement);
  const goBack = (event: Event) => {
    if (!(cameFrom instanceof HTMLElement) || !cameFrom.isConnected) return;
    event.preventDefault();
    cameFrom.focus();
  };
  return (
    <>
      <Radix.Overlay className="fixed inset-0 z-40 bg-black/40 backdrop-blur-[1px]" />
      <Radix.Content
        {...(description ? {} : { 'aria-describedby': undefined })}
        onOpenAutoFocus={goToFirstField}
        onCloseAutoFocus={goBack}
        className={classNames(
          'fixed z-50 flex flex-col border border-line bg-surface shadow-raised focus-visible:outline-none',
          SHAPES[shape],
        )}
      >
        <header className="flex items-start justify-between gap-4 border-line border-b px-5 py-3.5">
          <div className="min-w-0 pt-0.5">
            <Radix.Title className="font-semibold text-[0.9375rem] tracking-tight">{title}</Radix.Title>
            {description ? (
              <Radix.Description className="mt-0.5 text-pretty text-[0.8125rem] text-ink-faint">
                {description}
              </Radix.Description>
            ) : null}
          </div>
          <Radix.Close asChild>
            <Button variant="ghost" size="iconSm" aria-label="Close">
              <X aria-hidden />
            </Button>
          </Radix.Close>
        </header>
        <div className="relative min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
        {footer ? (
          <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
            {footer}
          </footer>
        ) : null}
      </Radix.Content>
    </>
  );
}
