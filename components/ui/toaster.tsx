'use client';

import { useTheme } from 'next-themes';
import { Toaster as Sonner } from 'sonner';

export function Toaster() {
  const { resolvedTheme } = useTheme();
  return (
    <Sonner
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      position="bottom-right"
      toastOptions={{
        classNames: {
          toast: 'border! border-line! bg-surface! text-ink! shadow-raised! rounded-lg! font-sans!',
          description: 'text-ink-faint!',
        },
      }}
    />
  );
}
