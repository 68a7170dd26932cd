import type { Candidate } from '@/lib/domain/candidate';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Measurement } from '@/lib/domain/score';
import type { MappedExample } from '@/lib/methods/method';
import { applyPrompt } from '@/lib/methods/prompting/apply-prompt';
import { describePrompt } from '@/lib/methods/prompting/describe-prompt';
import { measureOn, stateSelected } from '@/lib/methods/prompting/measure-selection';
import type { Rollout, Search, SearchTools, SearchTurn } from '@/lib/methods/search';
import { textGradSettings } from './textgrad-settings';

/**
 * TextGrad's loop, one step a turn: map, reduce, apply, measure, and back where the new prompt is worse than the last one
 * that was kept. Serial and Combee differ in the reduce alone.
 * Cost of a step of n: n rollouts, n reflections, the reduce, and |selection| evaluations where worse ones are taken back.
 */
export function openTextGradSearch(manifest: RunManifest, seed: Candidate): Search {
  const { revertIfWorse, gradientMemory, stepsPerEpoch } = textGradSettings(manifest);
  const stepsMax = stepsPerEpoch === null ? null : stepsPerEpoch * manifest.epochs;
  let kept: Kept = { candidate: seed, score: null };
  let steps = 0;
  /** Textual gradients, a list a step, oldest first. */
  const memory: (readonly string[])[] = [];
  /** A prompt that comes up again is judged by what it reached before. */
  const known = new Map<string, Measurement>();
  /** On selection, of the turn that is under way. */
  let rollouts: readonly Rollout[] = [];

  const measureCandidate = async (tools: SearchTools, candidate: Candidate): Promise<Measurement | null> => {
    const before = known.get(candidate.hash);
    if (before !== undefined) return before;
    const measured = await measureOn(tools, {
      candidate,
      examples: tools.selection,
      proposal: 0,
      series: 0,
    });
    rollouts = measured.rollouts;
    if (!measured.complete) return null;
    known.set(candidate.hash, measured.score);
    stateSelected(tools, candidate, measured);
    return measured.score;
  };

  return {
    async begin(tools) {
      if (!validates(tools)) return;
      kept = { candidate: seed, score: await measureCandidate(tools, seed) };
    },

    async turn(tools) {
      rollouts = [];
      const examples = tools.take(0);
      const mapped = await tools.map({ candidate: kept.candidate, examples, proposal: 0 });
      const earlier = gradientMemory === 0 ? [] : memory.slice(-gradientMemory).flat();
      const reduced = await tools.reduce({
        base: kept.candidate,
        reflections: mapped.map(({ reflection }) => reflection),
        proposal: 0,
        series: 0,
        ...(earlier.length === 0 ? {} : { earlier }),
      });
      memory.push(gradientsOf(mapped));
      steps += 1;
      const { candidate, applied } = applyPrompt(kept.candidate, reduced.update);
      const tried: Tried = applied === 0 ? UNCHANGED : await tryOut(tools, candidate);
      stateStep(tools, { from: kept, candidate: applied === 0 ? null : candidate, tried });
      if (tried.accepted) kept = { candidate, score: tried.score };
      return turnOf(mapped, examples.length);
    },
  };

  function validates(tools: SearchTools): boolean {
    return revertIfWorse && tools.selection.length > 0;
  }

  async function tryOut(tools: SearchTools, candidate: Candidate): Promise<Tried> {
    if (!revertIfWorse) return { accepted: true, score: null, reason: 'Every usable new prompt is taken.' };
    if (tools.selection.length === 0) {
      const reason = 'Taken unmeasured: the selection split holds no examples.';
      return { accepted: true, score: null, reason };
    }
    const score = await measureCandidate(tools, candidate);
    if (score === null || kept.score === null) {
      return { accepted: false, score, reason: 'Not taken: a cap left no room to measure it.' };
    }
    // Equal is kept: only a worse one is taken back.
    const accepted = score.mean >= kept.score.mean;
    const words = `${percent(score)} on the selection split against ${percent(kept.score)}`;
    return { accepted, score, reason: `${accepted ? 'Taken' : 'Taken back'}: ${words}.` };
  }

  function turnOf(mapped: readonly MappedExample[], seen: number): SearchTurn {
    const isLast = stepsMax !== null && steps >= stepsMax;
    return {
      candidate: kept.candidate,
      seen,
      scores: mapped.map(({ score }) => score.value),
      mapped,
      rollouts,
      ...(kept.score === null ? {} : { selection: kept.score }),
      ...(isLast ? { done: `All ${stepsMax} steps are made: ${stepsPerEpoch} an epoch.` } : {}),
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
  readonly reason: string;
}

const UNCHANGED: Tried = { accepted: false, score: null, reason: 'No usable new prompt came of this step.' };

const gradientsOf = (mapped: readonly MappedExample[]) =>
  mapped.flatMap(({ reflection }) => (reflection.invalid === null ? [reflection.text] : []));

const percent = ({ mean, n }: Measurement) => `${(mean * 100).toFixed(1)} % (n = ${n})`;

function stateStep(
  tools: SearchTools,
  {
    from,
    candidate,
    tried,
  }: { readonly from: Kept; readonly candidate: Candidate | null; readonly tried: Tried },
): void {
  const { iteration } = tools;
  tools.state('candidate.proposed', `${iteration}/0`, {
    iteration,
    proposal: 0,
    how: 'gradient',
    parentHashes: [from.candidate.hash],
    hash: candidate?.hash ?? null,
    text: candidate?.text ?? null,
    components: [],
    parentScore: tried.score === null ? null : (from.score?.mean ?? null),
    childScore: tried.score?.mean ?? null,
    examples: tried.score?.n ?? 0,
    accepted: tried.accepted,
    reason: tried.reason,
  });
  if (candidate === null || !tried.accepted) return;
  tools.state('candidate.created', `${iteration}`, {
    iteration,
    hash: candidate.hash,
    parentHash: from.candidate.hash,
    text: candidate.text,
    ...describePrompt(candidate),
    applied: 1,
    ignored: 0,
  });
}
