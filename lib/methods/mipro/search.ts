import type { Candidate } from '@/lib/domain/candidate';
import type { Example } from '@/lib/domain/example';
import type { FactData } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { MiproSettings } from '@/lib/domain/method-settings';
import { emitSelected, measureOn } from '@/lib/methods/prompting/measure-selection';
import type { OpenSearch, Rollout, Search, SearchTools, SearchTurn } from '@/lib/methods/search';
import { shuffled } from '@/lib/random/shuffle';
import { knownScores } from '@/lib/stats/known-scores';
import { bootstrap } from './bootstrap';
import { emitCreated, emitFailedProposals, emitProposed } from './emit-trial';
import { miproSettings } from './mipro-settings';
import { proposeInstructions } from './propose-instructions';
import { type Combination, Study, type TurnKind, turnsOf } from './study';

export const openMiproSearch: OpenSearch = (manifest, seed) => new MiproSearch(manifest, seed);

/**
 * MIPROv2's loop. The first turn makes what is searched: demonstration sets, instructions, and trial 0, the original
 * prompt on the whole selection split. Each further turn is one trial. Nothing of the training order is used up, so the
 * run ends by the search's own word, with the best candidate by a whole measurement.
 */
class MiproSearch implements Search {
  private readonly settings: MiproSettings;
  private study: Study | null = null;
  private turns: TurnKind[] = [];
  /** Trials told so far. */
  private trials = 0;
  /** Prompts that the ledger has been told of. */
  private readonly told: Set<string>;

  constructor(
    manifest: RunManifest,
    private readonly seed: Candidate,
  ) {
    this.settings = miproSettings(manifest);
    this.told = new Set([seed.hash]);
  }

  async turn(tools: SearchTools): Promise<SearchTurn> {
    if (tools.selection.length === 0) {
      return { ...this.turnOf([]), done: { why: 'noSelection' } };
    }
    return this.study === null ? this.firstTurn(tools) : this.nextTrial(tools, this.study);
  }

  private async firstTurn(tools: SearchTools): Promise<SearchTurn> {
    const { sets, rollouts } = await bootstrap(tools, this.seed);
    const { instructions, failed } = await proposeInstructions(tools, this.seed, sets);
    emitFailedProposals(tools, this.seed, failed);
    const study = new Study({ instructions, sets });
    this.study = study;
    this.turns = study.size === 1 ? [] : turnsOf(this.settings, tools.selection.length);
    const first = await this.wholeTrial(tools, study, study.original);
    return { ...first, rollouts: [...rollouts, ...(first.rollouts ?? [])], scores: scoresOf(rollouts) };
  }

  private async nextTrial(tools: SearchTools, study: Study): Promise<SearchTurn> {
    const kind = this.turns.shift();
    if (kind === 'full') return this.wholeTrial(tools, study, study.mostPromising() ?? study.original);
    const at = study.suggest(tools.rng.fork(`suggest-${this.trials}`));
    if (kind === 'wholeTrial') {
      // A trial without calls is no turn of its own: the next one follows at once.
      const isKnown = study.knownFull(study.candidateAt(at).hash) !== undefined;
      const turn = await this.wholeTrial(tools, study, at);
      return isKnown && this.hasWork(study) ? this.nextTrial(tools, study) : turn;
    }
    const drawn = shuffled(tools.selection, tools.rng.fork('minibatch'));
    return this.minibatchTrial(tools, study, { at, examples: drawn.slice(0, this.settings.minibatch) });
  }

  private async minibatchTrial(
    tools: SearchTools,
    study: Study,
    { at, examples }: { readonly at: Combination; readonly examples: readonly Example[] },
  ): Promise<SearchTurn> {
    const candidate = study.candidateAt(at);
    const measured = await measureOn(tools, { candidate, examples, proposal: 0, series: 0 });
    if (!measured.complete) return this.cutShort(measured.rollouts);
    const best = study.book(at, measured.score, false);
    this.emitTrial(tools, study.choicesAt(at), {
      candidateHash: candidate.hash,
      score: measured.score,
      full: false,
      best,
    });
    if (this.isNew(candidate)) emitProposed(tools, { seed: this.seed, candidate, measured, full: false });
    return this.turnOf(measured.rollouts);
  }

  /** A prompt that was measured on the whole split before is not measured again: its score is kept. */
  private async wholeTrial(tools: SearchTools, study: Study, at: Combination): Promise<SearchTurn> {
    const { seed } = this;
    const candidate = study.candidateAt(at);
    const before = study.knownFull(candidate.hash);
    const measured = before
      ? { score: before, rollouts: [], complete: true }
      : await measureOn(tools, { candidate, examples: tools.selection, proposal: 0, series: 0 });
    if (!measured.complete) return this.cutShort(measured.rollouts);
    const best = study.book(at, measured.score, true);
    this.emitTrial(tools, study.choicesAt(at), {
      candidateHash: candidate.hash,
      score: measured.score,
      full: true,
      best,
    });
    if (!before) {
      emitSelected(tools, candidate, measured);
      if (this.isNew(candidate)) emitProposed(tools, { seed, candidate, measured, full: true });
      if (candidate.hash !== seed.hash) emitCreated(tools, seed, candidate);
    }
    return this.turnOf(measured.rollouts);
  }

  private emitTrial(tools: SearchTools, choices: Readonly<Record<string, number>>, came: TrialResult): void {
    const { iteration } = tools;
    const { trials: trial } = this;
    tools.emit('trial.finished', `${trial}`, { iteration, trial, choices, ...came });
    this.trials += 1;
  }

  /** Whether the ledger has not been told of this prompt; asked once. */
  private isNew({ hash }: Candidate): boolean {
    const isNew = !this.told.has(hash);
    this.told.add(hash);
    return isNew;
  }

  private turnOf(rollouts: readonly Rollout[]): SearchTurn {
    const best = this.study?.best ?? null;
    const hasWork = this.study !== null && this.hasWork(this.study);
    const reached = best && { mean: best.score.mean, n: best.score.n };
    return {
      candidate: best?.candidate ?? this.seed,
      seen: 0,
      scores: scoresOf(rollouts),
      mapped: [],
      rollouts,
      ...(best === null ? {} : { selection: best.score }),
      ...(hasWork ? {} : { done: { why: 'trialsMade', trials: this.trials, best: reached } }),
    };
  }

  /** Turns that would find nothing left to measure are dropped. */
  private hasWork(study: Study): boolean {
    const isIdle = (kind: TurnKind | undefined) =>
      (kind === 'full' && study.mostPromising() === null) || (kind === 'wholeTrial' && study.isExhausted);
    while (isIdle(this.turns[0])) this.turns.shift();
    return this.turns.length > 0;
  }

  /** Ends the search: half a measurement may decide nothing, and the trials after it would have no budget left. */
  private cutShort(rollouts: readonly Rollout[]): SearchTurn {
    return { ...this.turnOf(rollouts), done: { why: 'noRoomForTrial', trial: this.trials + 1 } };
  }
}

type TrialResult = Pick<FactData['trial.finished'], 'candidateHash' | 'score' | 'full' | 'best'>;

const scoresOf = (rollouts: readonly Rollout[]) => knownScores(rollouts.map(({ score }) => score));
