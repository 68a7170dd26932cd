'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { ThemeProvider } from 'next-themes';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { ApiProblem } from '@/components/api/client';

const Toaster = dynamic(() => import('@/components/ui/toaster').then((part) => part.Toaster), { ssr: false });

/** A refusal stays a refusal; only what may pass by itself is asked again. */
function shouldRetry(count: number, error: unknown): boolean {
  if (error instanceof ApiProblem && error.problem.status < 500) return false;
  return count < 2;
}

export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: shouldRetry, staleTime: 5000 } } }),
  );
  return (
    <NuqsAdapter>
      <ThemeProvider
        nonce={nonce}
        attribute="class"
        defaultTheme="system"
        enableSystem
        disableTransitionOnChange
      >
        <QueryClientProvider client={client}>
          {children}
          <Toaster />
        </QueryClientProvider>
      </ThemeProvider>
    </NuqsAdapter>
  );
}
