/** Requirements on a serial curve before its task is scaled. The decision itself is elsewhere. */
import type { DiagnosisFinding } from '@/lib/domain/serial-diagnosis';
import { ESCALATIONS } from './anti-patterns';
import type { Rule } from './rule';

const PAGE = 'Read the diagnosis: its page under "Diagnoses" shows the curve and what to do instead.';

export const SERIAL_CURVE_SHOWN = {
  id: 'R-060',
  title: 'A diagnosis reads a serial curve',
  code: 'SERIAL_CURVE_MISSING',
  sentence: ESCALATIONS.E1,
  howToProceed: [
    'Run the serial baseline until it has measured held-out; its end makes the diagnosis.',
    'Or import the curve of a serial run, with a score for the original prompt and each measurement.',
  ],
} as const satisfies Rule;

export const PLATEAU_REACHED = {
  id: 'R-061',
  title: 'The serial curve has a plateau',
  code: 'NO_SERIAL_DIAGNOSIS',
  queued: true,
  sentence: 'No plateau. Add serial rollouts first.',
  howToProceed: ['Run the serial baseline for longer, until its curve is flat.', PAGE],
} as const satisfies Rule;

export const PLATEAU_ABOVE_ORIGINAL = {
  id: 'R-062',
  title: 'The plateau lies above the original prompt',
  code: 'NO_SERIAL_DIAGNOSIS',
  queued: true,
  sentence: 'The plateau is not above the original prompt. Switch the method before scaling.',
  howToProceed: ['Run the serial baseline of another method.', PAGE],
} as const satisfies Rule;

/** No request can break it: it is checked where a diagnosis is written down, so it is listed among the invariants. */
export const ALTERNATIVE_NAMED = {
  id: 'R-064',
  title: 'Every refusal suggests a next step',
  code: 'DIAGNOSIS_WITHOUT_ALTERNATIVE',
  sentence: 'A diagnosis that does not say go names what to do instead.',
  howToProceed: ['Name an alternative: add rollouts, switch the method, or fix the metric.'],
  shownAt:
    'On the page of the diagnosis; checked of each before it is written down, and in tests of the rule.',
} as const satisfies Rule;

export const DIAGNOSIS_RULES = [
  SERIAL_CURVE_SHOWN,
  PLATEAU_REACHED,
  PLATEAU_ABOVE_ORIGINAL,
] as const satisfies readonly Rule[];

/** The rule that a finding breaks; null where nothing is shown to be wrong. */
export function ruleBrokenBy(finding: DiagnosisFinding): Rule | null {
  if (finding === 'stillRising' || finding === 'falling') return PLATEAU_REACHED;
  return finding === 'plateauNotAbove' ? PLATEAU_ABOVE_ORIGINAL : null;
}
