import { serialDiagnosisContent } from '@/lib/contracts/diagnosis-content';
import type { DiagnosisDecision } from '@/lib/domain/serial-diagnosis';

/**
 * The numbers behind a kept verdict: within the hashed content, or, in rows from before there was one, beside the
 * verdict. Null where neither holds them, as with an imported curve that nothing could be decided on.
 */
export function keptDecision(detail: unknown): DiagnosisDecision | null {
  const { content } = (detail ?? {}) as { readonly content?: unknown };
  const kept = serialDiagnosisContent.safeParse(content);
  if (kept.success) return kept.data.decision;
  const older = serialDiagnosisContent.shape.decision.safeParse(detail);
  return older.success ? older.data : null;
}
