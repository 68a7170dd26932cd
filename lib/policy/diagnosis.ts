import type { DiagnosisFinding, DiagnosisVerdict, SerialDiagnosis } from '@/lib/domain/serial-diagnosis';
import type { AppError } from '@/lib/errors/app-error';
import { ALTERNATIVE_NAMED, ruleBrokenBy } from './rules/diagnosis';
import { SERIAL_DIAGNOSED } from './rules/launch';
import { refusal } from './rules/rule';

/** Permissions that a diagnosis grants, and what it has to contain. Knows no curves and no verdict rule. */
export interface KnownDiagnosis {
  readonly id: string;
  readonly verdict: DiagnosisVerdict;
  readonly finding: DiagnosisFinding;
  readonly reason: string;
  readonly alternatives: readonly string[];
}

/**
 * Why a parallel run may not start on the newest diagnosis of its task, split, method and hardware; null = it
 * may. An older go is taken back by whatever was found since.
 */
export function diagnosisFault(newest: KnownDiagnosis | null): AppError | null {
  if (newest?.verdict === 'go') return null;
  if (newest === null) return refusal(SERIAL_DIAGNOSED);
  const found = `The last one says: ${newest.reason}`;
  const howToProceed = [
    ...newest.alternatives,
    `Read it on its page, /diagnoses/${newest.id}.`,
    ...SERIAL_DIAGNOSED.howToProceed.slice(-1),
  ];
  const rule = newest.verdict === 'noGo' ? ruleBrokenBy(newest.finding) : null;
  return refusal(rule ?? SERIAL_DIAGNOSED, { found, howToProceed, context: { diagnosisId: newest.id } });
}

/** Thrown where a diagnosis is written down. */
export function assertAlternatives({ verdict, alternatives }: SerialDiagnosis): void {
  const named = alternatives.filter((alternative) => alternative.trim() !== '');
  if (verdict !== 'go' && named.length === 0) throw refusal(ALTERNATIVE_NAMED);
}
