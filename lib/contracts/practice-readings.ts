import { z } from 'zod';
import { LEVEL_TWO_READINGS } from '@/lib/domain/level-two-readings';
import { difference } from '@/lib/domain/score-schema';
import { identifier } from './identifier';
import { operation } from './operation';

/** A practice run's learning figure under each reading of level 2: the run again, at its own batch sizes. */
export const levelTwoReading = z.enum(LEVEL_TWO_READINGS);

const readingRow = z.object({
  reading: levelTwoReading,
  finalMean: z.number().describe('Held-out score of the last prompt.'),
  gain: difference.describe('Last prompt minus original prompt, paired by example.'),
  bullets: z.int(),
});

const practiceReadings = z
  .object({
    runId: z.string(),
    pinned: levelTwoReading,
    rows: z.array(readingRow).describe('One row a reading.'),
    isReproduced: z
      .boolean()
      .describe('Whether the run under its own reading ended with the very prompt that the run ended with.'),
    tookMs: z.int(),
  })
  .meta({ id: 'PracticeReadings' });
export type PracticeReadingsView = z.output<typeof practiceReadings>;

export const readPracticeReadings = operation({
  id: 'readPracticeReadings',
  method: 'POST',
  path: '/api/v1/runs/{runId}/practice-readings',
  tag: 'Runs',
  summary: 'A practice run’s held-out gain under each reading of what level 2 counts',
  description:
    'Runs the pinned manifest again on the practice model, at the batch sizes that the run chose, and measures the first and the last prompt. Stores nothing. Only for ended practice runs with an aggregator call at level 2.',
  permission: 'discuss',
  scope: 'runId',
  params: z.object({ runId: identifier }),
  response: practiceReadings,
});
