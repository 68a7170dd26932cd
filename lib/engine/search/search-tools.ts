import { changesSomething } from '@/lib/combee/aggregate-group';
import { mapExamples } from '@/lib/combee/map-examples';
import { parallelScan, type ScanResult } from '@/lib/combee/scan';
import { settleAll } from '@/lib/combee/settle-all';
import { arrived, shuffleReflections } from '@/lib/combee/shuffle-reflections';
import type { Candidate } from '@/lib/domain/candidate';
import { stated } from '@/lib/domain/cause';
import type { Example } from '@/lib/domain/example';
import type { JudgeSeat } from '@/lib/domain/model-role';
import { isMissing, scoreValue } from '@/lib/domain/score';
import { scoreGiven } from '@/lib/domain/score-given';
import type { Update } from '@/lib/domain/update';
import { emitMapped } from '@/lib/engine/iteration/emit-mapped';
import { emitScanned, type ReducePlace, reduceInput } from '@/lib/engine/iteration/emit-reduce';
import { FIRST_JUDGE_ORDINAL, measuredOf, usageOf } from '@/lib/engine/measure/held-out';
import { scorerFor } from '@/lib/engine/measure/score-answers';
import type { AggregateInput, Answer, CombineInput, Method } from '@/lib/methods/method';
import type {
  MapCall,
  ReduceCall,
  ReducedUpdate,
  Rollout,
  RolloutCall,
  SearchPlace,
  SearchTools,
} from '@/lib/methods/search';

/**
 * Tools of one iteration of a search: the map, rollouts and the reduce of the engine, each with its own range of keys.
 * Knows nothing of pools, parents or acceptance.
 *
 * Calls of one iteration are told apart by their ordinals: proposal p owns [p, p + 1) x STRIDE. The first quarter of it
 * is the map's, each further one that of a series of training rollouts. A single proposal thus has exactly the
 * keys of an iteration without a search.
 */
const PROPOSAL_STRIDE = 100_000;
const SERIES_STRIDE = 25_000;
/** Groups of one reduce. */
const REDUCE_STRIDE = 1_000;
/** Past the ordinals of selection measurements (./selection). */
const SELECTION_FROM = 30_000_000;

export interface SearchToolsInput
  extends Omit<ReducePlace, 'place'>,
    Pick<SearchTools, 'size' | 'take' | 'train' | 'selection'> {
  readonly candidate: Candidate;
  /** Role whose model judges. */
  readonly judge: JudgeSeat;
}

export function searchTools(input: SearchToolsInput): SearchTools {
  return {
    manifest: input.manifest,
    iteration: input.iteration,
    size: input.size,
    take: input.take,
    train: input.train,
    selection: input.selection,
    rng: input.rng,
    ask: input.ask,
    map: (call) => mapAt(input, call),
    rollouts: (call) => rolloutsAt(input, call),
    reduce: (call) => reduceAt(input, call),
    emit: (type, key, data) => input.facts.emit(type, key, data),
  };
}

const firstOrdinalOf = ({ proposal }: SearchPlace) => proposal * PROPOSAL_STRIDE;

/** Where a set of rollouts and its scoring stand. */
function rolloutPlace(call: RolloutCall): { readonly first: number; readonly firstScoring: number } {
  const own = firstOrdinalOf(call) + call.series * SERIES_STRIDE;
  if (call.on === 'train') {
    const first = own + SERIES_STRIDE; // behind the map
    return { first, firstScoring: first };
  }
  const first = SELECTION_FROM + own;
  // As in every measurement, so that a rollout carried elsewhere is scored under the same key.
  return { first, firstScoring: FIRST_JUDGE_ORDINAL + first };
}

/** Key suffix of a proposal's facts; empty for proposal 0, whose keys are those of an iteration without a search. */
const placeOf = ({ proposal }: SearchPlace) => (proposal === 0 ? '' : `/p${proposal}`);

/** A minibatch may hold an example twice (the published sampler pads with some): told apart as objects. */
const eachItsOwn = (examples: readonly Example[]) => examples.map((example) => ({ ...example }));

async function mapAt(input: SearchToolsInput, { candidate, proposal, ...call }: MapCall) {
  const { manifest, method, ask, judge: seat } = input;
  const examples = eachItsOwn(call.examples);
  const first = firstOrdinalOf({ proposal });
  const shifted: Method = {
    ...method,
    mapExample: (one) => method.mapExample({ ...one, ordinal: first + one.ordinal }),
  };
  const tools = { ask, score: scorerFor({ manifest, examples, ask, firstOrdinal: first, seat }) };
  const mapping = mapExamples({
    method: shifted,
    manifest,
    candidate,
    examples,
    toolsOf: () => tools,
    onMapped: (one, ordinal) => emitMapped({ ...input, candidate }, one, first + ordinal),
  });
  return settleAll(mapping);
}

async function rolloutsAt(input: SearchToolsInput, call: RolloutCall): Promise<readonly Rollout[]> {
  const { manifest, method, iteration, judge: seat } = input;
  const { candidate, on } = call;
  const examples = eachItsOwn(call.examples);
  const { first, firstScoring } = rolloutPlace(call);
  // The seed's measurement may come from other runs, like held-out. What an iteration measures is learning time, and an
  // answer out of a cache takes none: a run that is repeated would look faster than it is (rulings J5).
  const isShared = on === 'selection' && iteration < 0;
  const ask: typeof input.ask = isShared
    ? (request) => input.ask({ ...request, measures: candidate.hash })
    : input.ask;
  const score = scorerFor({ manifest, examples, ask, firstOrdinal: firstScoring, seat });
  const place = `${iteration}/${on === 'selection' ? 'selection' : 'train'}`;
  return settleAll(
    examples.map(async (example, index) => {
      const ordinal = first + index;
      const purpose = on === 'selection' ? ('evaluate' as const) : ('generate' as const);
      const answer: Answer = await method.answer({ manifest, candidate, example, purpose, ordinal, ask });
      const scored = await scoreGiven({ score, example }, answer);
      const cause = isMissing(scored) ? scored.missing : answer.cause;
      input.facts.emit(
        'rollout.finished',
        `${place}/${ordinal}`,
        {
          iteration,
          ordinal,
          split: on,
          exampleId: example.id,
          candidateHash: candidate.hash,
          answer: answer.text,
          score: scoreValue(scored),
          correct: !isMissing(scored) && scored.correct,
          cause: stated(cause),
          ...usageOf(answer),
        },
        measuredOf(answer),
      );
      const objectives = isMissing(scored) ? {} : (scored.objectives ?? {});
      return { exampleId: example.id, on, answer, cause, score: scoreValue(scored), objectives };
    }),
  );
}

async function reduceAt(input: SearchToolsInput, call: ReduceCall): Promise<ReducedUpdate> {
  const { base, reflections, series } = call;
  const told = toldOf(call);
  const first = firstOrdinalOf(call) + series * REDUCE_STRIDE;
  const place = placeOf(call) + (series === 0 ? '' : `/s${series}`);
  const at = { ...input, place };
  const shifted: Method = {
    ...input.method,
    aggregate: (one: AggregateInput) => input.method.aggregate({ ...one, ...told }),
    combine: (one: CombineInput) => input.method.combine({ ...one, ...told }),
    ...promptsOf(input.method, told),
    union: (updates, manifest, over) => input.method.union(updates, manifest, over && { ...over, ...told }),
  };
  // The caller (the method, or an arm that condenses first) counts its groups from 0.
  const ask: typeof input.ask = (request) => input.ask({ ...request, ordinal: first + request.ordinal });
  const parts = {
    ...reduceInput({ ...at, method: shifted, ask }),
    base,
    rng: input.rng.fork(`reduce${place}`),
    shuffle: call.shuffle,
  };
  const scanned = await parallelScan(parts, await shuffleReflections(parts, arrived(reflections)));
  emitScanned(at, scanned);
  const { scan } = scanned;
  return { update: withCause(scan), calls: scan.calls };
}

/** The prompts are as long as what is told makes them. */
function promptsOf(
  { aggregatePrompt, combinePrompt }: Method,
  told: ReturnType<typeof toldOf>,
): Pick<Method, 'aggregatePrompt' | 'combinePrompt'> {
  return {
    ...(aggregatePrompt && { aggregatePrompt: (one) => aggregatePrompt({ ...one, ...told }) }),
    ...(combinePrompt && { combinePrompt: (one) => combinePrompt({ ...one, ...told }) }),
  };
}

/** Where nothing usable came, the update says why, so that a proposal can be refused with its cause. */
function withCause({ update, cause }: ScanResult): Update {
  return cause === null || changesSomething(update) ? update : { ...update, invalid: cause };
}

/** Fields added to the method's own calls; left out where the search gives none. */
const toldOf = ({ component, earlier }: ReduceCall) => ({
  ...(component === undefined ? {} : { component }),
  ...(earlier === undefined ? {} : { earlier }),
});
