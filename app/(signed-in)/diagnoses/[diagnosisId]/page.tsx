import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DiagnosisView } from '@/components/diagnosis/diagnosis-view';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { getDiagnosis, readDiagnosisDocument } from '@/server/services/diagnoses/read-diagnoses';

export const metadata: Metadata = { title: 'Diagnosis' };

interface DiagnosisPageProps {
  readonly params: Promise<{ readonly diagnosisId: string }>;
}

export default async function DiagnosisPage({ params }: DiagnosisPageProps) {
  const { diagnosisId } = await params;
  const actor = await requireActor();
  const [diagnosis, document] = await Promise.all([
    getDiagnosis(actor, { diagnosisId }),
    readDiagnosisDocument(actor, { diagnosisId }),
  ]).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  return <DiagnosisView diagnosis={diagnosis} document={document} />;
}
