'use client';

import { CopyButton } from './copy-button';

/** The address of exactly this view: tabs, selections, filters and zoom stand in it. */
export function CopyLinkButton() {
  return <CopyButton text={() => window.location.href} what="the link to this view" label="Copy link" />;
}
