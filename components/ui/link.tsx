'use client';

import NextLink from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link whose page is fetched on hover or focus, not as soon as it is in
 * sight: a page of links would otherwise ask the server for twenty pages that are never opened.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  const [isMeant, setIsMeant] = useState(false);
  return (
    <NextLink
      {...props}
      prefetch={isMeant ? null : false}
      onPointerEnter={(event) => {
        setIsMeant(true);
        props.onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setIsMeant(true);
        props.onFocus?.(event);
      }}
    />
  );
}
