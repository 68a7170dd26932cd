import { serialDiagnosisContent } from '@/lib/contracts/diagnosis-content';
import type { DiagnosisVerdict } from '@/lib/domain/serial-diagnosis';
import type { KnownDiagnosis } from '@/lib/policy/diagnosis';
import type { Diagnosis } from '@/server/db/generated/client';

/** A row as the gate before a parallel run reads it. */
export function knownDiagnosis(row: Diagnosis): KnownDiagnosis {
  const { finding, alternatives } = row.detail as Readonly<Record<string, unknown>>;
  const { shape } = serialDiagnosisContent;
  const found = shape.finding.safeParse(finding);
  const named = shape.alternatives.safeParse(alternatives);
  return {
    id: row.id,
    verdict: row.verdict as DiagnosisVerdict,
    finding: found.success ? found.data : 'unknown',
    reason: row.reason,
    alternatives: named.success ? named.data : [],
  };
}
