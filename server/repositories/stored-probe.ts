import { z } from 'zod';
import type { Immutable } from '@/lib/domain/immutable';
import type { EvaluatorProbe } from '@/server/db/generated/client';
import { checkStored } from '@/server/db/stored-json';
import { messageByHash } from './stored-call';

const probeAnswer = z.object({
  /** Key of the call in the run's journal. */
  key: z.string(),
  messages: z.array(messageByHash),
  score: z.number(),
});
export type ProbeAnswer = Immutable<z.output<typeof probeAnswer>>;

/** Messages that an evaluator was asked about each answer of a probe set. @throws AppError STORED_UNREADABLE */
export function answersOf({ canaryId, answers }: Pick<EvaluatorProbe, 'canaryId' | 'answers'>) {
  const place = { table: 'EvaluatorProbe', column: 'answers', id: canaryId };
  return checkStored(z.array(probeAnswer), answers, place);
}
