import { serialDiagnosisContent } from '@/lib/contracts/diagnosis-content';
import type { DiagnosisDecision } from '@/lib/domain/serial-diagnosis';
import type { Diagnosis } from '@/server/db/generated/client';
import { checkStored } from '@/server/db/stored-json';

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

/** Rows from before there were findings have neither. */
const said = serialDiagnosisContent.pick({ finding: true, alternatives: true }).partial().nullable();

/** Reads the finding and the alternatives that are stored with a verdict. @throws AppError STORED_UNREADABLE */
export function saidOf({ id, detail }: Pick<Diagnosis, 'id' | 'detail'>) {
  return checkStored(said, detail, { table: 'Diagnosis', column: 'detail', id });
}
