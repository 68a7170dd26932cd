import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { TracePageView } from '@/components/trace/trace-view';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { getTrace } from '@/server/services/traces/read-traces';

export const metadata: Metadata = { title: 'Trace' };

interface TracePageProps {
  readonly params: Promise<{ readonly traceId: string }>;
}

export default async function TracePage({ params }: TracePageProps) {
  const traceId = decodeURIComponent((await params).traceId);
  const trace = await getTrace(await requireActor(), { traceId }).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  return <TracePageView key={trace.id} initial={trace} />;
}
