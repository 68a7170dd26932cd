import type { Candidate } from '@/lib/domain/candidate';
import { componentsOf } from '@/lib/domain/components';
import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import type { SearchLimit } from '@/lib/domain/run-end';
import { scoreValue } from '@/lib/domain/score';
import type { OpenSearch, Search, SearchTools, SearchTurn } from '@/lib/methods/search';
import { PythonRandom } from '@/lib/random/python-random';
import { knownScores } from '@/lib/stats/known-scores';
import { measure } from '@/lib/stats/mean-interval';
import { type Draws, seededDraws } from './draws';
import type { Listen } from './events';
import { gepaSettings } from './gepa-settings';
import { beginLoop, stepLoop, stopReason, tellEnd } from './loop';
import { freshLoop, type LoopState } from './loop-state';
import { type MinibatchSampler, minibatchSampler } from './minibatch-sampler';
import { bestMember } from './pool';
import { emitSeed, emitStep } from './search-facts';
import { candidateOf, type SearchHost, searchHost } from './search-host';

/**
 * GEPA's loop over the tools of a run (./loop is the loop, ./search-host its world here): one step a turn. Knows no
 * prompt: what a reflection and a proposal are is the method's.
 *
 * Streams are forked from the run's, an iteration each, so nothing drawn elsewhere shifts them; with compatible seeds
 * one Python stream serves parents, minibatches, shuffles and merges, in the published order.
 */
export const openGepaSearch: OpenSearch = (manifest, seed) => openListenedSearch({ manifest, seed });

export interface ListenedSearch {
  readonly manifest: RunManifest;
  readonly seed: Candidate;
  /** Told of every event of the loop. */
  readonly listen?: Listen;
}

export function openListenedSearch({ manifest, seed, listen }: ListenedSearch): Search {
  const rules = gepaSettings(manifest);
  const peer = rules.compatibleSeeds ? peerStreams(manifest) : null;
  let state: LoopState | null = null;
  let isSeedMeasured = false;

  // The engine begins every search; a turn that comes first begins it all the same.
  const begun = async (tools: SearchTools): Promise<LoopState> => {
    if (state !== null) return state;
    state = freshLoop({
      rules,
      seed: componentsOf(seed.text),
      draws: peer?.random ?? drawsOf(tools),
      allowsRepeats: rules.compatibleSeeds,
      ...(listen ? { listen } : {}),
    });
    const host = hostOf(tools, peer);
    isSeedMeasured = await beginLoop(state, host);
    if (isSeedMeasured) emitSeed(tools, state, host.log);
    return state;
  };

  return {
    async begin(tools) {
      await begun(tools);
    },

    async turn(tools) {
      const loop = await begun(tools);
      if (!isSeedMeasured)
        return { ...NOTHING_TRIED, candidate: seed, scores: [], done: { why: 'noRoomForSeed' } };
      // The seed alone may be enough: its measurement counts, and it may have the score that is wanted.
      const early = stopReason(loop);
      if (early !== null) return turnOf(loop, NOTHING_TRIED, early);
      loop.draws = peer?.random ?? drawsOf(tools);
      const host = hostOf(tools, peer);
      const report = await stepLoop(loop, host);
      emitStep(tools, loop, { report, log: host.log });
      const done = stopReason(loop);
      if (done !== null) tellEnd(loop, done);
      return turnOf(loop, { seen: host.seen(), ...host.log }, done);
    },
  };
}

const drawsOf = (tools: SearchTools): Draws => seededDraws(tools.rng.fork('gepa'));

/** Held-out measures the best by selection next, whether or not this turn changed it. */
function turnOf(
  { pool }: LoopState,
  { seen, mapped, rollouts }: Tried,
  limits: readonly SearchLimit[] | null,
): SearchTurn {
  const best = bestMember(pool);
  return {
    candidate: candidateOf(best.components),
    seen,
    scores: knownScores(mapped.map(({ score }) => scoreValue(score))),
    mapped,
    rollouts,
    ...(best.scores.size > 0 ? { selection: measure([...best.scores.values()]) } : {}),
    ...(limits === null ? {} : { done: { why: 'limits', limits } }),
  };
}

type Tried = Required<Pick<SearchTurn, 'seen' | 'mapped' | 'rollouts'>>;

const NOTHING_TRIED: Tried = { seen: 0, mapped: [], rollouts: [] };

interface PeerStreams {
  readonly random: PythonRandom;
  minibatchesFor(tools: SearchTools): (iteration: number) => readonly number[];
}

function peerStreams({ runSeed, batch }: RunManifest): PeerStreams {
  const random = new PythonRandom(runSeed);
  let sampler: MinibatchSampler | null = null;
  return {
    random,
    minibatchesFor:
      ({ size, train }) =>
      (iteration) => {
        // The published sampler has one fixed size: the run's, not that of an epoch's short last batch.
        sampler ??= minibatchSampler(batch.kind === 'static' ? batch.size : size, random);
        return sampler.next(iteration, train.length);
      },
  };
}

function hostOf(tools: SearchTools, peer: PeerStreams | null): SearchHost & { seen(): number } {
  let seen = 0;
  const next = peer ? peer.minibatchesFor(tools) : ownOrder(tools);
  const nextMinibatch = (iteration: number) => {
    const drawn = next(iteration);
    seen += drawn.length;
    return drawn;
  };
  const shuffle = peer ? { shuffle: (ordinals: readonly number[]) => peer.random.shuffled(ordinals) } : {};
  return { ...searchHost({ tools, nextMinibatch, ...shuffle }), seen: () => seen };
}

/** The run's own order of examples, one minibatch behind the other. */
function ownOrder(tools: SearchTools): () => readonly number[] {
  const positions = new Map<Example, number>(tools.train.map((example, position) => [example, position]));
  let taken = 0;
  return () => {
    const examples = tools.take(taken);
    taken += 1;
    return examples.flatMap((example) => positions.get(example) ?? []);
  };
}
