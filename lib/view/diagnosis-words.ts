import type { DiagnosisVerdict } from '@/lib/domain/serial-diagnosis';
import type { Tone } from './tone';

/** Word and tone of each diagnosis verdict, and whether it still binds. */
export const VERDICT_LOOKS: Readonly<
  Record<DiagnosisVerdict, { readonly word: string; readonly tone: Tone }>
> = {
  go: { word: 'Go', tone: 'good' },
  noGo: { word: 'No-go', tone: 'bad' },
  undecided: { word: 'Undecided', tone: 'honey' },
};

export interface Newer {
  readonly id: string;
  readonly verdict: DiagnosisVerdict;
}

export function standingWord(verdict: DiagnosisVerdict, newer: Newer | null): string {
  if (newer === null) return 'Binds';
  return verdict === 'go' && newer.verdict !== 'go' ? 'Taken back' : 'A newer one binds';
}
