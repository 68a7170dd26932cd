import type { Candidate } from '@/lib/domain/candidate';
import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import { type Measured, measureOn, stateSelected } from '@/lib/methods/prompting/measure-selection';
import type { Rollout, Search, SearchTools, SearchTurn } from '@/lib/methods/search';
import { shuffled } from '@/lib/random/shuffle';
import { bootstrap } from './bootstrap';
import { miproSettings } from './mipro-settings';
import { proposeInstructions } from './propose-instructions';
import { stateCreated, stateFailedProposals, stateProposed } from './state-trial';
import { type Combination, Study, type TurnKind, turnsOf } from './study';

/**
 * MIPROv2's loop. The first turn makes what is searched: demonstration sets, instructions, and trial 0, the original
 * prompt on the whole selection split. Each further turn is one trial. Nothing of the training order is used up, so the
 * run ends by the search's own word, with the best candidate by a whole measurement.
 */
const ORIGINAL: Combination = { instruction: 0, demonstrations: 0 };

export function openMiproSearch(manifest: RunManifest, seed: Candidate): Search {
  const settings = miproSettings(manifest);
  let study: Study | null = null;
  let turns: TurnKind[] = [];
  let trial = 0;
  /** Prompts that the ledger has been told of. */
  const proposed = new Set<string>([seed.hash]);

  return {
    async turn(tools) {
      if (tools.selection.length === 0) {
        return { ...turnOf([]), done: 'The selection split holds no examples, so no trial could be scored.' };
      }
      if (study !== null) return nextTrial(tools, study);
      const { sets, rollouts } = await bootstrap(tools, seed);
      const { instructions, failed } = await proposeInstructions(tools, seed, sets);
      stateFailedProposals(tools, seed, failed);
      study = new Study(instructions, sets);
      turns = study.size === 1 ? [] : turnsOf(settings, tools.selection.length);
      const first = await wholeTrial(tools, study, ORIGINAL);
      return { ...first, rollouts: [...rollouts, ...(first.rollouts ?? [])], scores: scoresOf(rollouts) };
    },
  };

  async function nextTrial(tools: SearchTools, known: Study): Promise<SearchTurn> {
    const kind = turns.shift();
    if (kind === 'full') return wholeTrial(tools, known, known.mostPromising() ?? ORIGINAL);
    const at = known.suggest(tools.rng.fork(`suggest-${trial}`));
    if (kind === 'wholeTrial') {
      // A trial that asks nobody is no turn of its own: the next one follows at once.
      const isKnown = known.knownFull(known.candidateAt(at).hash) !== undefined;
      const done = await wholeTrial(tools, known, at);
      return isKnown && hasWork(known) ? nextTrial(tools, known) : done;
    }
    const drawn = shuffled(tools.selection, tools.rng.fork('minibatch')).slice(0, settings.minibatch);
    return minibatchTrial(tools, known, { at, examples: drawn });
  }

  async function minibatchTrial(
    tools: SearchTools,
    known: Study,
    { at, examples }: { readonly at: Combination; readonly examples: readonly Example[] },
  ): Promise<SearchTurn> {
    const candidate = known.candidateAt(at);
    const measured = await measureOn(tools, { candidate, examples, proposal: 0, series: 0 });
    if (!measured.complete) return cutShort(measured.rollouts);
    stateTrial(tools, {
      at,
      candidate,
      score: measured.score,
      full: false,
      best: known.book(at, measured.score, false),
    });
    tell(tools, candidate, measured);
    return turnOf(measured.rollouts);
  }

  /** A prompt that was measured on the whole split before is not measured again: its score stands. */
  async function wholeTrial(tools: SearchTools, known: Study, at: Combination): Promise<SearchTurn> {
    const candidate = known.candidateAt(at);
    const before = known.knownFull(candidate.hash);
    const measured = before
      ? { score: before, rollouts: [], complete: true }
      : await measureOn(tools, { candidate, examples: tools.selection, proposal: 0, series: 0 });
    if (!measured.complete) return cutShort(measured.rollouts);
    const best = known.book(at, measured.score, true);
    stateTrial(tools, { at, candidate, score: measured.score, full: true, best });
    if (!before) {
      stateSelected(tools, candidate, measured);
      tell(tools, candidate, measured);
      if (candidate.hash !== seed.hash) stateCreated(tools, seed, candidate);
    }
    return turnOf(measured.rollouts);
  }

  function stateTrial(
    tools: SearchTools,
    {
      at,
      candidate,
      ...told
    }: { at: Combination; candidate: Candidate } & Pick<Measured, 'score'> & {
        full: boolean;
        best: boolean;
      },
  ): void {
    const { iteration } = tools;
    tools.state('trial.finished', `${trial}`, {
      iteration,
      trial,
      choices: { ...at },
      candidateHash: candidate.hash,
      ...told,
    });
    trial += 1;
  }

  function tell(tools: SearchTools, candidate: Candidate, measured: Measured): void {
    if (proposed.has(candidate.hash)) return;
    proposed.add(candidate.hash);
    stateProposed(tools, {
      seed,
      candidate,
      measured,
      full: measured.rollouts.length === tools.selection.length,
    });
  }

  function turnOf(rollouts: readonly Rollout[]): SearchTurn {
    const best = study?.best ?? null;
    const left = study !== null && hasWork(study);
    const words =
      best === null
        ? ''
        : ` The best reached ${(best.score.mean * 100).toFixed(1)} % (n = ${best.score.n}) on the selection split.`;
    return {
      candidate: best?.candidate ?? seed,
      seen: 0,
      scores: scoresOf(rollouts),
      mapped: [],
      rollouts,
      ...(best === null ? {} : { selection: best.score }),
      ...(left ? {} : { done: `All ${trial} trials are made.${words}` }),
    };
  }

  /** Turns that would find nothing left to measure are dropped. */
  function hasWork(known: Study): boolean {
    const isIdle = (kind: TurnKind | undefined) =>
      (kind === 'full' && known.mostPromising() === null) || (kind === 'wholeTrial' && known.isExhausted);
    while (isIdle(turns[0])) turns.shift();
    return turns.length > 0;
  }

  /** Nobody may choose by half a measurement, and the trials after it would find no more room. */
  function cutShort(rollouts: readonly Rollout[]): SearchTurn {
    return {
      ...turnOf(rollouts),
      done: `A cap left no room for trial ${trial + 1}; the best of the trials before it stands.`,
    };
  }
}

const scoresOf = (rollouts: readonly Rollout[]) => rollouts.map(({ score }) => score);
