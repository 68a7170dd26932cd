import { canonicalHash } from '@/lib/domain/content-hash';
import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import { effectsOn } from '@/lib/domain/practice-settings';
import { SAME_HARDWARE_RULE, SAME_SPLIT_RULE } from '@/lib/policy/rules/cost';

/**
 * Whether two runs may be divided by each other at all (strategist A7, R-159, R-179): the same split, the same
 * hardware under the same models, the same task, method, agent, traces and scorer. Anything else would be a ratio of two different things.
 */
export type Compared = Pick<
  RunManifest,
  'split' | 'task' | 'method' | 'models' | 'evaluation' | 'judging' | 'agent' | 'traces'
>;

export interface Incomparable {
  readonly code:
    | 'SPLIT_MISMATCH'
    | 'HARDWARE_MISMATCH'
    | 'NOT_HELD_OUT'
    | 'TASK_MISMATCH'
    | 'SCORER_MISMATCH'
    | 'AGENT_MISMATCH'
    | 'TRACES_MISMATCH'
    | 'AGENT_STATE_SHARED';
  /** The difference, as it is shown. */
  readonly sentence: string;
}

/** A sentence that says what differs, or null where nothing does. */
export function whyNotComparable(a: Compared, b: Compared): string | null {
  return incomparable(a, b)?.sentence ?? null;
}

/** The same with its code: what a report prints in place of a ratio. */
export function incomparable(a: Compared, b: Compared): Incomparable | null {
  if (a.split.hash !== b.split.hash) return { code: 'SPLIT_MISMATCH', sentence: SAME_SPLIT_RULE.sentence };
  const measured = [a, b].find(({ evaluation }) => evaluation.split !== 'heldOut');
  if (measured) {
    const on = `A run was measured on ${measured.evaluation.split}, and only held-out can carry a comparison.`;
    return { code: 'NOT_HELD_OUT', sentence: on };
  }
  if (a.task.id !== b.task.id || a.method.name !== b.method.name) {
    const sentence = 'The two runs belong to different tasks or methods, so nothing is divided between them.';
    return { code: 'TASK_MISMATCH', sentence };
  }
  if (a.agent?.hash !== b.agent?.hash) {
    const names = `${agentName(a)}; ${agentName(b)}`;
    return {
      code: 'AGENT_MISMATCH',
      sentence: `The two runs used different agents, so nothing is divided between them. (${names})`,
    };
  }
  if (a.traces?.hash !== b.traces?.hash) return { code: 'TRACES_MISMATCH', sentence: OTHER_TRACES };
  if (a.agent?.settings.reset === 'undeclared') return { code: 'AGENT_STATE_SHARED', sentence: STATE_SHARED };
  if (scorerHash(a) !== scorerHash(b)) {
    const sentence = 'The two runs were scored differently, so nothing is divided between them.';
    return { code: 'SCORER_MISMATCH', sentence };
  }
  if (placesOf(a) === placesOf(b)) return null;
  const places = `${hardwareName(a)}; ${hardwareName(b)}`;
  return { code: 'HARDWARE_MISMATCH', sentence: `${SAME_HARDWARE_RULE.sentence} (${places})` };
}

/**
 * Why no time of one may be held against a time of the other, though their points and dollars may: the practice model
 * divides its delays by what its provider asks for, so that is a part of its hardware. Null where nothing differs.
 */
export function whyNoTimes(a: TimedBy, b: TimedBy): string | null {
  const [ours, theirs] = [paceWords(a), paceWords(b)];
  if (ours === theirs) return null;
  return `No times are compared: the practice model had another pace in each run (${ours}; ${theirs}).`;
}

/**
 * The serial baseline that a run is compared with, of those of its split, newest first: the newest that may be compared,
 * before all others one whose times may be compared too. Every claim about a run is held against this one. Null where
 * none may.
 */
export function baselineAmong<Run extends { readonly manifest: Compared }>(
  manifest: Compared,
  serials: readonly Run[],
): Run | null {
  const comparable = serials.filter((run) => whyNotComparable(manifest, run.manifest) === null);
  return comparable.find((run) => whyNoTimes(manifest, run.manifest) === null) ?? comparable[0] ?? null;
}

type TimedBy = Pick<RunManifest, 'models'>;

function paceWords({ models }: TimedBy): string {
  const practising = [models.serving, models.proposer].filter(({ practice }) => practice);
  const paces = new Set(practising.map(({ timeScale }) => timeScale ?? 'not stated'));
  return `time-scale ${[...paces].join(' and ')}`;
}

/** Rollouts that share state are no independent samples, so no verdict follows from them. */
export const STATE_SHARED =
  'The agent does not declare how its state is reset, so rollouts may influence each other. Declare the reset on the page of the agent.';

const OTHER_TRACES =
  'The two runs did not learn from the same traces. Rollouts that took place before a run are in none of its times and costs, so nothing is divided between them.';

export const agentName = ({ agent }: Pick<Compared, 'agent'>) =>
  agent === undefined ? 'one model call' : `${agent.name}, version ${agent.version}`;

/** Hash of the scorer: the rule and, for a judge, its model and its checks. */
function scorerHash({ task, models, judging }: Compared): string {
  const judge = task.scoring.kind === 'judge' ? { model: models.evaluator.model, judging } : null;
  return canonicalHash({ scoring: task.scoring, judge });
}

/** The evaluator is no part of it: its calls are no learning time. */
function placesOf({ models }: Compared): string {
  return canonicalHash([models.serving, models.proposer].map(placeOf));
}

/** The practice model is the same wherever it listens, and another one where an effect is switched on. */
function placeOf({ practice, origin, model, hardware, practiceSettings }: ModelBinding): string {
  return `${practice ? 'practice' : origin} ${model} ${hardware}${effectsOn(practiceSettings)}`;
}

function hardwareName({ models }: Compared): string {
  return `${models.serving.model} on ${models.serving.hardware}`;
}
