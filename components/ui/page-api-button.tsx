'use client';

import { Terminal } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { openPalette } from './palette-events';

/** The requests behind the page that is open; the dialog is fetched when it is first asked for. */
export function PageApiButton() {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label="This page over the API"
      title="This page over the API: curl, TypeScript, Python (a)"
      aria-haspopup="dialog"
      onClick={() => openPalette('api')}
    >
      <Terminal aria-hidden /> API
    </Button>
  );
}
