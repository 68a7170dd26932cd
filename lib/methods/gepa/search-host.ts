import type { Candidate } from '@/lib/domain/candidate';
import { stated } from '@/lib/domain/cause';
import { type Components, textOfComponents, WHOLE_TEXT } from '@/lib/domain/components';
import { contentHash } from '@/lib/domain/content-hash';
import type { Example } from '@/lib/domain/example';
import type { Reflection } from '@/lib/domain/reflection';
import { isMissing, scoreValue } from '@/lib/domain/score';
import type { MappedExample } from '@/lib/methods/method';
import { askAll } from '@/lib/methods/prompting/ask-all';
import type { ReducedUpdate, Rollout, SearchTools } from '@/lib/methods/search';
import type { LoopHost, MinibatchTask, ProposalJob, Proposed, Scored, SelectionTask } from './loop-host';

/**
 * The loop's world in a run of the product: every question of the loop becomes calls of the run's tools, all of one
 * wave at once. So the level-1 calls of all proposals of an iteration are sent together, as are their level-2 calls.
 *
 * Rollouts of one proposal are told apart by their series: on train the child's trial has the first; on selection a
 * merge's trial has the first and a whole measurement the next. Where candidates are selected on the training examples,
 * these two come after the child's.
 */
const CHILD_SERIES = 0;
const SERIES = { trial: 0, measurement: 1 } as const;
const AFTER_THE_CHILD = 1;

/** Reflections on a parent's minibatch, in the order of the examples. */
export type Evidence = readonly Reflection[];

/** Results that the turn reports besides the loop's own. */
export interface HostLog {
  readonly mapped: MappedExample[];
  /** Rollouts outside the map. */
  readonly rollouts: Rollout[];
  /** Rollouts of a whole measurement without a usable answer, by the candidate's hash. */
  readonly failures: Map<string, number>;
}

export interface SearchHost extends LoopHost<Evidence> {
  readonly log: HostLog;
}

export interface HostParts {
  readonly tools: SearchTools;
  readonly nextMinibatch: (iteration: number) => readonly number[];
  /** The order of copies in every reduce; absent = the run's own streams. */
  readonly shuffle?: (ordinals: readonly number[]) => readonly number[];
}

export function searchHost({ tools, nextMinibatch, shuffle }: HostParts): SearchHost {
  const log: HostLog = { mapped: [], rollouts: [], failures: new Map() };
  const selection = selectionOf(tools);
  return {
    log,
    trainExamples: tools.train.length,
    selectionExamples: selection.length,
    selectsOnTrain: selectsOnTrain(tools),
    nextMinibatch,
    mapParents: (tasks) => mapParents(tools, log, tasks),
    propose: (jobs) => askAll(jobs.map((job) => propose(tools, job, shuffle))),
    async tryChildren(tasks) {
      const tried = tasks.map(({ proposal, components, minibatch }) => {
        const candidate = candidateOf(components);
        const examples = at(tools.train, minibatch);
        return tools.rollouts({ candidate, examples, proposal, on: 'train', series: CHILD_SERIES });
      });
      const rollouts = await askAll(tried);
      log.rollouts.push(...rollouts.flat());
      return rollouts.map(scoredOf);
    },
    async measure(tasks) {
      const rollouts = await askAll(tasks.map((task) => measure(tools, task)));
      log.rollouts.push(...rollouts.flat());
      tasks.forEach(({ components, why }, index) => {
        if (why === 'trial') return;
        const failed = rollouts[index]?.filter(({ cause }) => cause !== null) ?? [];
        log.failures.set(candidateOf(components).hash, failed.length);
      });
      return rollouts.map(scoredOf);
    },
  };
}

/** Without a selection split of its own, candidates are selected on the training examples. */
export const selectsOnTrain = ({ selection }: Pick<SearchTools, 'selection'>) => selection.length === 0;

export const selectionOf = (tools: Pick<SearchTools, 'selection' | 'train'>): readonly Example[] =>
  selectsOnTrain(tools) ? tools.train : tools.selection;

/** The hash that the house knows a text by; the cache has a key of its own (./candidate-key). */
export function candidateOf(components: Components): Candidate {
  const text = textOfComponents(components);
  return { hash: contentHash(text), text };
}

/**
 * A map that a cap cut short teaches nothing: its parent would look worse than it is, and any child better. Failed
 * examples count 0, for parent and child alike.
 */
async function mapParents(tools: SearchTools, log: HostLog, tasks: readonly MinibatchTask[]) {
  const mapped = await askAll(
    tasks.map(({ proposal, components, minibatch }) =>
      tools.map({ candidate: candidateOf(components), examples: at(tools.train, minibatch), proposal }),
    ),
  );
  log.mapped.push(...mapped.flat());
  return mapped.map((some) => {
    const isComplete = some.every(({ score }) => !isMissing(score) || score.missing.code !== 'budget');
    const reflections = some.map(({ reflection }) => reflection);
    const teaches = reflections.some(({ invalid, text }) => invalid === null && text !== '');
    return {
      scores: some.map(({ score }) => scoreValue(score)),
      objectives: some.map(({ score }) => (isMissing(score) ? {} : (score.objectives ?? {}))),
      isComplete,
      evidence: isComplete && teaches ? reflections : null,
    };
  });
}

/** The named components, each by a map-shuffle-reduce of its own over the same reflections. */
async function propose(
  tools: SearchTools,
  { proposal, components, names, evidence }: ProposalJob<Evidence>,
  shuffle: HostParts['shuffle'],
): Promise<Proposed> {
  const base = candidateOf(components);
  const reduced = await askAll(
    names.map((name, series) =>
      tools.reduce({
        base,
        reflections: evidence,
        proposal,
        series,
        ...(name === WHOLE_TEXT ? {} : { component: name }),
        ...(shuffle ? { shuffle } : {}),
      }),
    ),
  );
  const texts = new Map(
    names.flatMap((name, index) => {
      const text = textOf(reduced[index]);
      return text === null || text === components.get(name) ? [] : [[name, text] as const];
    }),
  );
  const cause = reduced.find(({ update }) => update.invalid !== null)?.update.invalid;
  if (cause) return { texts, fault: { code: 'failed', cause: stated(cause) } };
  return { texts, fault: texts.size === 0 ? { code: 'unchanged' } : null };
}

const textOf = (reduced: ReducedUpdate | undefined) =>
  reduced === undefined || reduced.update.invalid !== null ? null : reduced.update.text;

/** Without a selection split these are training rollouts, and booked as such. */
function measure(tools: SearchTools, task: SelectionTask): Promise<readonly Rollout[]> {
  const { components, examples, proposal, why } = task;
  const onTrain = selectsOnTrain(tools);
  return tools.rollouts({
    candidate: candidateOf(components),
    proposal,
    examples: at(selectionOf(tools), examples),
    on: onTrain ? 'train' : 'selection',
    series: SERIES[why] + (onTrain ? AFTER_THE_CHILD : 0),
  });
}

function scoredOf(rollouts: readonly Rollout[]): Scored {
  return {
    scores: rollouts.map(({ score }) => score),
    objectives: rollouts.map(({ objectives }) => objectives),
    isComplete: rollouts.every(({ cause }) => cause?.code !== 'budget'),
  };
}

const at = (examples: readonly Example[], positions: readonly number[]): readonly Example[] =>
  positions.map((position) => examples[position] as Example);
