'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

const FULL: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZoneName: 'short',
};

/** A time with its zone: the reader's own once the page lives, UTC in what the server sends. */
export function Time({ at, withSeconds }: { at: string | number; withSeconds?: boolean }) {
  const isClient = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const date = new Date(at);
  const options = { ...FULL, ...(withSeconds ? { second: '2-digit' as const } : {}) };
  const text = new Intl.DateTimeFormat('en-GB', isClient ? options : { ...options, timeZone: 'UTC' }).format(
    date,
  );
  return (
    <time dateTime={date.toISOString()} className="whitespace-nowrap">
      {text}
    </time>
  );
}
