import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ReportView } from '@/components/report/report-view';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { readReport } from '@/server/services/reports/read-reports';

export const metadata: Metadata = { title: 'Report' };

interface ReportPageProps {
  readonly params: Promise<{ readonly reportId: string }>;
}

export default async function ReportPage({ params }: ReportPageProps) {
  const { reportId } = await params;
  const report = await readReport(await requireActor(), { reportId }).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  return <ReportView key={report.id} report={report} />;
}
