import { z } from 'zod';
import { difference } from '@/lib/domain/score-schema';
import { TRUTH_ORDER, TRUTH_TONES } from '@/lib/domain/truth';
import { qualityClaim } from './cost-per-point';
import { identifier } from './identifier';
import { operation } from './operation';
import { listOf } from './page';

/** The one sentence at the top of an experiment or a run that says what is true of it. */
const SUBJECTS_MAX = 100;

const ids = z
  .string()
  .max(6000)
  .default('')
  .transform((list) => [...new Set(list.split(',').map((id) => id.trim()))].filter((id) => id !== ''))
  .pipe(z.array(identifier).max(SUBJECTS_MAX, `At most ${SUBJECTS_MAX} at once.`));

export const truth = z
  .object({
    /** The experiment or run that it is about. */
    subjectId: z.string(),
    kind: z.enum(TRUTH_ORDER),
    tone: z.enum(TRUTH_TONES),
    sentence: z.string(),
    /** For a row of a table. */
    short: z.string(),
    /** The run whose numbers are spoken of; null where there is none. */
    runId: z.string().nullable(),
    /**
     * What its best prompt brought over the original one, example by example; where none was better, its last prompt.
     * Null before both were measured on all of held-out.
     */
    gain: difference.nullable(),
    /** Whether it keeps the quality of the serial baseline of its split; null where there is nothing to compare. */
    againstSerial: qualityClaim
      .extend({
        sentence: z.string().describe('The answer with its numbers; of a loss also what time it saved.'),
      })
      .nullable(),
  })
  .meta({ id: 'Truth', description: 'One sentence, with its interval and n where it holds a number.' });
export type TruthView = z.output<typeof truth>;

export const readTruthsQuery = z.object({ experiments: ids, runs: ids });
export type ReadTruthsInput = z.output<typeof readTruthsQuery>;

export const readTruths = operation({
  id: 'readTruths',
  method: 'GET',
  path: '/api/v1/truths',
  tag: 'Experiments',
  summary: 'What is true of these experiments and runs, one sentence each',
  description: 'Ids separated by commas. What does not exist in this workspace is left out.',
  permission: 'read',
  scope: 'workspace',
  query: readTruthsQuery,
  response: listOf(truth),
});
