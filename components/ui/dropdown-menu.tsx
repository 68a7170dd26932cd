'use client';

import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactNode, useId, useState } from 'react';

const ITEM =
  'flex w-full cursor-default select-none items-center gap-2 rounded-md px-2 py-1.5 text-[0.8125rem] outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover focus-visible:bg-hover [&_svg]:size-4 [&_svg]:text-ink-faint';

interface DropdownMenuProps {
  readonly trigger: ReactNode;
  readonly align?: 'start' | 'end';
  /** From the first moment on. */
  readonly isOpen?: boolean;
  /** Called as the focus returns to the trigger. */
  readonly onClosed?: () => void;
  readonly children: ReactNode;
}

export function DropdownMenu({
  trigger,
  align = 'end',
  isOpen = false,
  onClosed,
  children,
}: DropdownMenuProps) {
  const [place, setPlace] = useState<Element | null>(() => (isOpen ? landmark() : null));
  return (
    <Radix.Root
      modal={false}
      defaultOpen={isOpen}
      onOpenChange={(open) => setPlace(open ? landmark() : place)}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={place}>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          {...(onClosed ? { onCloseAutoFocus: onClosed } : {})}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-rise overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-raised"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Where a screen reader looks for content: at the end of the body it would stand outside of everything. */
function landmark(): Element | null {
  return document.querySelector('[role="dialog"]') ?? document.querySelector('main');
}

interface MenuItemProps {
  readonly onSelect?: () => void;
  readonly disabled?: boolean;
  readonly asChild?: boolean;
  readonly children: ReactNode;
}

export function MenuItem({ onSelect, disabled, asChild, children }: MenuItemProps) {
  return (
    <Radix.Item
      className={ITEM}
      asChild={asChild ?? false}
      disabled={disabled ?? false}
      {...(onSelect ? { onSelect } : {})}
    >
      {children}
    </Radix.Item>
  );
}

interface MenuCheckProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** Stays open, so that several can be set in one go. */
export function MenuCheck({ checked, onChange, children }: MenuCheckProps) {
  return (
    <Radix.CheckboxItem
      className={ITEM}
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
    >
      <span className="flex size-4 items-center justify-center rounded border border-line-strong">
        <Radix.ItemIndicator>
          <Check className="size-3!" aria-hidden />
        </Radix.ItemIndicator>
      </span>
      {children}
    </Radix.CheckboxItem>
  );
}

/** Items under a heading, which a screen reader names with them. */
export function MenuGroup({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <Radix.Group aria-labelledby={id}>
      <Radix.Label id={id} className="px-2 pt-1 pb-0.5 text-[0.6875rem] text-ink-faint">
        {heading}
      </Radix.Label>
      {children}
    </Radix.Group>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1.5 text-ink-faint text-xs">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
