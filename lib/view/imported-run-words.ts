import type { ImportedRun, ImportedSource, SeenUnit } from '@/lib/domain/imported-run';

/** Labels of an imported run's facts on a page. */

/** Label next to every number of an imported run. */
export const IMPORTED_LABEL = 'imported, other hardware';

export const GATE_SENTENCE =
  'It opens no gate: its task, split and hardware are not ours. A parallel run still needs a serial diagnosis here.';

export const SOURCE_WORDS: Readonly<Record<ImportedSource, string>> = {
  gepa: 'GEPA run directory',
  ace: 'ACE playbook and results',
  mlflow: 'MLflow run',
  csv: 'CSV curve',
};

export const UNIT_WORDS: Readonly<Record<SeenUnit, string>> = {
  rollouts: 'rollouts',
  examples: 'examples seen',
  steps: 'the source’s own steps',
};

/** The part of the split that its scores are of, in a word or two. */
export const SCORED_WORDS: Readonly<Record<ImportedRun['scoredOn'], string>> = {
  heldOut: 'held-out, as stated',
  selection: 'selection (it also chose the prompt)',
  unknown: 'examples not stated',
};
