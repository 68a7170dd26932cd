import type { CellStatus, SweepArm, SweepStatus } from '@/lib/domain/sweep';
import type { StatusWord } from './run-words';

/** Words, tones and next steps for the codes of sweeps in the API. */
export const ARM_WORDS: Readonly<Record<SweepArm, { readonly name: string; readonly meaning: string }>> = {
  noLearning: { name: 'No learning', meaning: 'Measures the prompt that all begin with; one in all.' },
  sequential: {
    name: 'Sequential',
    meaning: 'The method’s smallest step, one call; one a seed, whatever the sizes.',
  },
  naive: { name: 'Naive', meaning: 'One aggregator call on all reflections of the batch.' },
  topK: { name: 'Top-K retrieval', meaning: 'One call on the reflections that represent the rest.' },
  summary: { name: 'Summarisation', meaning: 'One call on one summary of the reflections.' },
  hierarchicalSummary: {
    name: 'Hierarchical summarisation',
    meaning: 'One call on a summary of summaries.',
  },
  combee: { name: 'Combee', meaning: 'Augmented shuffle and a parallel scan of two levels.' },
};

/** Sources of variation that the intervals of arms include. */
export function trainingWords({ includesTraining }: { readonly includesTraining: boolean }): string {
  return includesTraining
    ? 'Intervals include examples and seeds.'
    : '1 seed: training randomness is not included.';
}

export const SWEEP_STATUS_WORDS: Readonly<Record<SweepStatus, StatusWord>> = {
  running: {
    word: 'Running',
    tone: 'honey',
    meaning: 'Cells start as its budget and runs at once allow. Closing this page changes nothing.',
  },
  paused: {
    word: 'Paused',
    tone: 'info',
    meaning: 'Nothing starts, and its runs are paused. Resume goes on.',
  },
  cancelled: { word: 'Cancelled', tone: 'neutral', meaning: 'What had been answered until then is kept.' },
  finished: { word: 'Finished', tone: 'good', meaning: 'Nothing of it goes or waits any more.' },
};

export const CELL_STATUS_WORDS: Readonly<Record<CellStatus, StatusWord>> = {
  waiting: { word: 'Waiting', tone: 'neutral', meaning: 'Has not started yet.' },
  queued: { word: 'Queued', tone: 'neutral', meaning: 'Its run waits for a worker.' },
  running: { word: 'Running', tone: 'honey', meaning: 'A worker is on its run.' },
  paused: { word: 'Paused', tone: 'info', meaning: 'The run is paused.' },
  done: { word: 'Done', tone: 'good', meaning: 'Its last prompt was measured.' },
  cut: { word: 'Cut', tone: 'honey', meaning: 'A hard cap ended it before its end; it is in no mean.' },
  failed: { word: 'Failed', tone: 'bad', meaning: 'Its run could not go on; it is in no mean.' },
  stopped: { word: 'Stopped', tone: 'neutral', meaning: 'Its run was ended early; it is in no mean.' },
  notStarted: { word: 'Not started', tone: 'neutral', meaning: 'The sweep ended before it could start.' },
};

/** Cells that may be started again. */
export const LOST_CELLS: readonly CellStatus[] = ['failed', 'stopped', 'cut'];
