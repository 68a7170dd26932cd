import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SharedReportView } from '@/components/report/shared-report-view';
import { AppError } from '@/lib/errors/app-error';
import { readSharedReport } from '@/server/services/promotion/review/read-shared-report';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = {
  title: 'Shared report',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

interface SharedReportPageProps {
  readonly params: Promise<{ readonly secret: string }>;
}

export default async function SharedReportPage({ params }: SharedReportPageProps) {
  const { secret } = await params;
  const shared = await readSharedReport(secret).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  return <SharedReportView shared={shared} filePath={`/shared/${secret}/download`} />;
}
