import type { Candidate } from '@/lib/domain/candidate';
import type { RunManifest } from '@/lib/domain/manifest';
import type { TextGradSettings } from '@/lib/domain/method-settings';
import type { ProposalReason } from '@/lib/domain/proposal-reason';
import { type Measurement, scoreValue } from '@/lib/domain/score';
import type { MappedExample } from '@/lib/methods/method';
import { describePrompt } from '@/lib/methods/prompting/describe-prompt';
import { emitSelected, measureOn } from '@/lib/methods/prompting/measure-selection';
import type { OpenSearch, Rollout, Search, SearchTools, SearchTurn } from '@/lib/methods/search';
import { knownScores } from '@/lib/stats/known-scores';
import { stepComponents } from './step-components';
import { textGradSettings } from './textgrad-settings';

export const openTextGradSearch: OpenSearch = (manifest, seed) => new TextGradSearch(manifest, seed);

/**
 * TextGrad's loop, one step a turn: map, reduce, apply, measure, and back where the new prompt is worse than the last one
 * that was kept. Serial and Combee differ in the reduce alone.
 * Cost of a step of n: n rollouts, n reflections, the reduce, and |selection| evaluations where worse ones are taken back.
 */
class TextGradSearch implements Search {
  private readonly settings: TextGradSettings;
  private readonly stepsMax: number | null;
  private kept: Kept;
  private steps = 0;
  /** Textual gradients, a list a step, oldest first. */
  private readonly memory: (readonly string[])[] = [];
  /** A prompt that comes up again is judged by what it reached before. */
  private readonly known = new Map<string, Measurement>();
  /** On selection, of the turn that is under way. */
  private rollouts: readonly Rollout[] = [];

  constructor(manifest: RunManifest, seed: Candidate) {
    this.settings = textGradSettings(manifest);
    const { stepsPerEpoch } = this.settings;
    this.stepsMax = stepsPerEpoch === null ? null : stepsPerEpoch * manifest.epochs;
    this.kept = { candidate: seed, score: null };
  }

  async begin(tools: SearchTools): Promise<void> {
    if (!this.settings.revertIfWorse || tools.selection.length === 0) return;
    const { candidate } = this.kept;
    this.kept = { candidate, score: await this.measure(tools, candidate) };
  }

  async turn(tools: SearchTools): Promise<SearchTurn> {
    this.rollouts = [];
    const { kept } = this;
    const examples = tools.take(0);
    const mapped = await tools.map({ candidate: kept.candidate, examples, proposal: 0 });
    const { candidate, components } = await stepComponents(tools, {
      base: kept.candidate,
      reflections: mapped.map(({ reflection }) => reflection),
      ...this.earlier(),
    });
    this.memory.push(gradientsOf(mapped));
    this.steps += 1;
    const tried = candidate === null ? UNCHANGED : await this.tryOut(tools, candidate);
    emitStep(tools, { from: kept, candidate, components, tried });
    if (candidate !== null && tried.accepted) this.kept = { candidate, score: tried.score };
    return this.turnOf(mapped, examples.length);
  }

  /** Left out where nothing is remembered, so that prompts then say nothing of it. */
  private earlier(): { readonly earlier?: readonly string[] } {
    const { gradientMemory } = this.settings;
    const earlier = gradientMemory === 0 ? [] : this.memory.slice(-gradientMemory).flat();
    return earlier.length === 0 ? {} : { earlier };
  }

  private async tryOut(tools: SearchTools, candidate: Candidate): Promise<Tried> {
    if (!this.settings.revertIfWorse) {
      return { accepted: true, score: null, reason: { code: 'everyOneTaken' } };
    }
    if (tools.selection.length === 0) {
      return { accepted: true, score: null, reason: { code: 'takenUnmeasured' } };
    }
    const before = this.kept.score;
    const score = await this.measure(tools, candidate);
    if (score === null || before === null) {
      return { accepted: false, score, reason: { code: 'noRoomToMeasure' } };
    }
    // Equal is kept: only a worse one is taken back.
    const accepted = score.mean >= before.mean;
    const means = { score: onSelection(score), against: onSelection(before) };
    return { accepted, score, reason: { code: accepted ? 'better' : 'worse', ...means } };
  }

  /** Null where a cap cut it short. */
  private async measure(tools: SearchTools, candidate: Candidate): Promise<Measurement | null> {
    const before = this.known.get(candidate.hash);
    if (before !== undefined) return before;
    const { selection: examples } = tools;
    const measured = await measureOn(tools, { candidate, examples, proposal: 0, series: 0 });
    this.rollouts = measured.rollouts;
    if (!measured.complete) return null;
    this.known.set(candidate.hash, measured.score);
    emitSelected(tools, candidate, measured);
    return measured.score;
  }

  private turnOf(mapped: readonly MappedExample[], seen: number): SearchTurn {
    const { kept, stepsMax, rollouts } = this;
    const isLast = stepsMax !== null && this.steps >= stepsMax;
    return {
      candidate: kept.candidate,
      seen,
      scores: knownScores(mapped.map(({ score }) => scoreValue(score))),
      mapped,
      rollouts,
      ...(kept.score === null ? {} : { selection: kept.score }),
      ...(isLast
        ? { done: { why: 'stepsMade', steps: stepsMax, perEpoch: this.settings.stepsPerEpoch } }
        : {}),
    };
  }
}

interface Kept {
  readonly candidate: Candidate;
  /** On the selection split; null where it is not measured. */
  readonly score: Measurement | null;
}

interface Tried {
  readonly accepted: boolean;
  readonly score: Measurement | null;
  readonly reason: ProposalReason;
}

const UNCHANGED: Tried = { accepted: false, score: null, reason: { code: 'stepGaveNothing' } };

const gradientsOf = (mapped: readonly MappedExample[]) =>
  mapped.flatMap(({ reflection }) => (reflection.invalid === null ? [reflection.text] : []));

const onSelection = ({ mean, n }: Measurement) => ({ mean, n });

function emitStep(
  tools: SearchTools,
  {
    from,
    candidate,
    components,
    tried,
  }: {
    readonly from: Kept;
    readonly candidate: Candidate | null;
    readonly components: readonly string[];
    readonly tried: Tried;
  },
): void {
  const { iteration } = tools;
  tools.emit('candidate.proposed', `${iteration}/0`, {
    iteration,
    proposal: 0,
    how: 'gradient',
    parentHashes: [from.candidate.hash],
    hash: candidate?.hash ?? null,
    text: candidate?.text ?? null,
    components,
    parentScore: tried.score === null ? null : (from.score?.mean ?? null),
    childScore: tried.score?.mean ?? null,
    examples: tried.score?.n ?? 0,
    accepted: tried.accepted,
    reason: tried.reason,
  });
  if (candidate === null || !tried.accepted) return;
  tools.emit('candidate.created', `${iteration}`, {
    iteration,
    hash: candidate.hash,
    parentHash: from.candidate.hash,
    text: candidate.text,
    ...describePrompt(candidate),
    applied: 1,
    ignored: 0,
  });
}
