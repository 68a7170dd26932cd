import { canonicalJson } from '@/lib/domain/content-hash';
import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import { isRight, type RecordedRollout } from '@/lib/domain/recorded-rollout';
import type { Score } from '@/lib/domain/score';
import { invariant } from '@/lib/errors/invariant';
import type { MapInput, Method } from './method';

/**
 * Any method that learns from collected traces: in training the request for an answer carries the name of a trace, the
 * worker that carries it out reads the trajectory, and the score is the one that the trace was judged with. On held-out
 * the method answers as ever. So what is learned from others' rollouts is measured by fresh ones.
 */
export function methodForTraces(method: Method, { traces }: Pick<RunManifest, 'traces'>): Method {
  if (traces === undefined) return method;
  return { ...method, mapExample: (input) => method.mapExample(recordedInput(input)) };
}

/** Message to the worker: the trace, and all that is known of it without its trajectory. */
export interface RecordedCall {
  readonly traceId: string;
  readonly question: string;
  readonly context: string;
  readonly rollout: RecordedRollout;
}

function recordedInput(input: MapInput): MapInput {
  const { ask, example } = input;
  const rollout = recordedOf(example);
  const { id: traceId, question, context } = example;
  const call: RecordedCall = { traceId, question, context, rollout };
  return {
    ...input,
    ask: (request) =>
      request.purpose === 'generate'
        ? ask({ ...request, messages: [{ role: 'user', content: canonicalJson({ ...call }) }] })
        : ask(request),
    score: async () => scoreOf(rollout),
  };
}

/** The part of a call's message that `recordedInput` wrote. */
export const recordedCallOf = (content: string): RecordedCall => JSON.parse(content) as RecordedCall;

function recordedOf({ id, recorded }: Example): RecordedRollout {
  invariant(recorded, `The trace ${id} was loaded without its rollout.`);
  return recorded;
}

function scoreOf(rollout: RecordedRollout): Score {
  const { score: value, feedback } = rollout;
  const words = feedback === '' ? {} : { sideInformation: feedback };
  return { value, correct: isRight(rollout), rightParts: isRight(rollout) ? 1 : 0, totalParts: 1, ...words };
}
