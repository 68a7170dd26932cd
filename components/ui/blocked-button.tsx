'use client';

import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { classNames } from './class-names';

/** Every button is a possible one of these, and the link would be fetched with each part of a page that has a button. */
const Link = lazy(() => import('./link').then((part) => ({ default: part.Link })));
const LINK_LOOK = 'self-start underline underline-offset-2';

/** Why an action cannot be taken now, what to do, and the place where that is done. */
export interface Blocked {
  readonly sentence: string;
  readonly link?: { readonly href: string; readonly label: string } | undefined;
}

/** A refusal of the server as it is, where its sentence says what to do. */
export const blockedBy = (sentence: string | null | undefined): Blocked | undefined =>
  sentence == null ? undefined : { sentence };

interface BlockedButtonProps extends ComponentProps<'button'> {
  readonly blocked: Blocked;
}

/** Room that a reason takes below its button. */
const ROOM_PX = 140;

/**
 * A button that cannot be pressed now but can be reached by Tab: its reason opens on focus, hover or press, and a press
 * does nothing else. The reason also describes the button to screen readers.
 */
export function BlockedButton({ blocked, children, disabled: _, title: __, ...rest }: BlockedButtonProps) {
  const [place, setPlace] = useState<string | null>(null);
  const open = (wrapper: Element) => {
    const { left, bottom } = wrapper.getBoundingClientRect();
    const column = left > window.innerWidth / 2 ? 'right-0' : 'left-0';
    setPlace(`${column} ${bottom > window.innerHeight - ROOM_PX ? 'bottom-full pb-1.5' : 'top-full pt-1.5'}`);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and Escape act on the reason; the button has the focus.
    <span
      className="relative inline-flex max-w-full"
      onMouseEnter={({ currentTarget }) => open(currentTarget)}
      onMouseLeave={() => setPlace(null)}
      onFocus={({ currentTarget }) => open(currentTarget)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setPlace(null);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || place === null) return;
        // A dialog around it stays open.
        event.stopPropagation();
        setPlace(null);
      }}
    >
      <button
        {...rest}
        type="button"
        aria-disabled
        aria-description={blocked.sentence}
        onClick={({ currentTarget }) => {
          currentTarget.focus();
          if (currentTarget.parentElement) open(currentTarget.parentElement);
        }}
      >
        {children}
      </button>
      {place === null ? null : (
        <span className={classNames('absolute z-40 w-64 max-w-[calc(100vw-3rem)]', place)}>
          <span className="flex flex-col gap-1 whitespace-normal rounded-md border border-line-strong bg-surface px-3 py-2 text-left font-normal text-ink text-xs shadow-raised">
            <span aria-hidden>{blocked.sentence}</span>
            {blocked.link ? (
              <Suspense
                fallback={
                  <a href={blocked.link.href} className={LINK_LOOK}>
                    {blocked.link.label}
                  </a>
                }
              >
                <Link href={blocked.link.href} className={LINK_LOOK}>
                  {blocked.link.label}
                </Link>
              </Suspense>
            ) : null}
          </span>
        </span>
      )}
    </span>
  );
}
