import { canonicalHash } from '@/lib/domain/content-hash';
import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';

/**
 * Whether two runs may be divided by each other at all (strategist A7, R-159, R-179): the same split, the same
 * hardware under the same models, the same task, method and scorer. Anything else would be a ratio of two different things.
 */
type Compared = Pick<RunManifest, 'split' | 'task' | 'method' | 'models' | 'evaluation' | 'judging'>;

/** A sentence that says what differs, or null where nothing does. */
export function whyNotComparable(a: Compared, b: Compared): string | null {
  if (a.split.hash !== b.split.hash) {
    return 'The two runs were measured on different splits, so there is no speedup between them.';
  }
  const measured = [a, b].find(({ evaluation }) => evaluation.split !== 'heldOut');
  if (measured) {
    return `A run was measured on ${measured.evaluation.split}, and only held-out can carry a speedup.`;
  }
  if (a.task.id !== b.task.id || a.method.name !== b.method.name) {
    return 'The two runs belong to different tasks or methods, so there is no speedup between them.';
  }
  if (scorerHash(a) !== scorerHash(b)) {
    return 'The two runs were scored differently, so there is no speedup between them.';
  }
  if (placesOf(a) !== placesOf(b)) {
    return `The two runs used different hardware or models (${hardwareName(a)}; ${hardwareName(b)}), so there is no speedup between them.`;
  }
  return null;
}

/** What gave the scores: the rule, and where a judge scores also who judges and how it is kept honest. */
function scorerHash({ task, models, judging }: Compared): string {
  const judge = task.scoring.kind === 'judge' ? { model: models.evaluator.model, judging } : null;
  return canonicalHash({ scoring: task.scoring, judge });
}

/** The evaluator is no part of it: its calls are no learning time. */
function placesOf({ models }: Compared): string {
  return canonicalHash([models.serving, models.proposer].map(placeOf));
}

/** The practice model is the same wherever it listens. */
function placeOf({ practice, origin, model, hardware }: ModelBinding): string {
  return `${practice ? 'practice' : origin} ${model} ${hardware}`;
}

function hardwareName({ models }: Compared): string {
  return `${models.serving.model} on ${models.serving.hardware}`;
}
