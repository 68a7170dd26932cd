import { reduceReflections } from '@/lib/combee/iteration';
import { followRun } from '@/lib/combee/survival/follow-run';
import { recordIterations } from '@/lib/combee/survival/record-iterations';
import { SURVIVAL_THRESHOLDS } from '@/lib/combee/survival/thresholds';
import type { Candidate } from '@/lib/domain/candidate';
import { contentHash } from '@/lib/domain/content-hash';
import type { FactData, FactType } from '@/lib/domain/ledger-entry';
import type { AggregationKind, RunManifest } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import { NO_SPEND } from '@/lib/domain/spend';
import type { FollowedIteration } from '@/lib/domain/survival-facts';
import { emitReduced, reduceInput } from '@/lib/engine/iteration/emit-reduce';
import { ace } from '@/lib/methods/ace/ace';
import type { AskRequest } from '@/lib/methods/method';
import { seededRng } from '@/lib/random/seeded-rng';
import { measure } from '@/lib/stats/mean-interval';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { scriptedAsk } from '@/lib/testing/builders/scripted-ask';

/**
 * One epoch of ACE's own reduce on given insights and a given aggregator, followed as the engine follows it. The
 * model is a function of the request, so a test can replay what it did, or put a liar in its place.
 */
export interface FollowedEpoch {
  readonly iterations: readonly FollowedIteration[];
  /** By iteration, in the order of the reflections. */
  readonly insights: readonly (readonly string[])[];
  readonly shuffles: readonly FactData['shuffle.finished'][];
  readonly prompts: readonly string[];
}

export interface EpochOptions {
  readonly insights: readonly string[];
  readonly batchSize: number;
  readonly kind: AggregationKind;
  readonly ids: boolean;
  readonly seed: number;
  readonly reply: (request: AskRequest, iteration: number) => string;
}

export async function followEpoch(options: EpochOptions): Promise<FollowedEpoch> {
  const { insights, batchSize, kind, ids, seed } = options;
  const manifest: RunManifest = {
    ...buildManifest({ runSeed: seed }),
    aggregation: { ...buildManifest().aggregation, kind },
    survival: { ids, ...SURVIVAL_THRESHOLDS },
  };
  const recorder = recordIterations();
  const follower = followRun(SURVIVAL_THRESHOLDS);
  const iterations: FollowedIteration[] = [];
  const shuffles: FactData['shuffle.finished'][] = [];
  const prompts: string[] = [];
  const batches: string[][] = [];
  let candidate: Candidate = { text: ace.emptyCandidateText, hash: contentHash(ace.emptyCandidateText) };
  for (let start = 0, iteration = 0; start < insights.length; start += batchSize, iteration += 1) {
    const batch = insights.slice(start, start + batchSize);
    const emit = <T extends FactType>(type: T, place: string, data: FactData[T]) => {
      if (type === 'shuffle.finished') shuffles.push(data as FactData['shuffle.finished']);
      recorder.record(type, place, data);
    };
    const reflections = batch.map(reflectionOn);
    emitMap(emit, iteration, candidate, reflections);
    const input = {
      manifest,
      method: ace,
      iteration,
      candidate,
      trainExamplesSeen: start,
      trainExamples: insights.length,
      rng: seededRng(`run-${seed}`).fork(`iteration-${iteration}`),
      ask: scriptedAsk((request) => options.reply(request, iteration)).ask,
      facts: { emit, runHash: () => '', flush: async () => undefined },
    };
    const reduced = await reduceReflections({ ...reduceInput(input), base: candidate, reflections });
    emitReduced(input, reduced);
    emit('iteration.closed', `${iteration}`, {
      iteration,
      members: reflections.map(({ ordinal }) => ordinal),
      failures: 0,
      trainExamplesSeen: start + batch.length,
      minibatchScore: measure([]),
      spend: NO_SPEND,
    });
    const after = reduced.applied.candidate;
    const record = recorder.close(iteration, { before: candidate.text, after: after.text });
    if (record !== null) iterations.push(follower.follow(record));
    candidate = after;
    batches.push(batch);
    prompts.push(after.text);
  }
  return { iterations, insights: batches, shuffles, prompts };
}

/** As the reader of a reflector's reply would make it, with what surrounds an insight in earnest. */
function reflectionOn(insight: string, ordinal: number): Reflection {
  const text = [
    'Error: The final answer is not the expected one.',
    `Cause: The note that question ${ordinal} needs was not used.`,
    'Correct approach: Recall the note for this kind of question, then answer in the form that is asked for.',
    `Key insight: ${insight}`,
  ].join('\n');
  return {
    ordinal,
    exampleId: `e${ordinal}`,
    text,
    insights: [insight],
    bulletTags: [],
    context: `What is figure ${ordinal}?`,
    invalid: null,
  };
}

type Emit = <T extends FactType>(type: T, place: string, data: FactData[T]) => void;

function emitMap(
  emit: Emit,
  iteration: number,
  { hash: candidateHash }: Candidate,
  reflections: readonly Reflection[],
): void {
  const exampleIds = reflections.map(({ exampleId }) => exampleId);
  emit('iteration.started', `${iteration}`, { iteration, epoch: 0, candidateHash, exampleIds });
  for (const { ordinal, exampleId, text, insights } of reflections) {
    const data = { iteration, ordinal, exampleId, text, insights, cause: null, callKeys: [] };
    emit('reflection.finished', `${iteration}/${ordinal}`, data);
  }
}
