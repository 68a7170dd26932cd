import { isAgentStep, type Trajectory } from '@/lib/domain/trajectory';
import { citedLines } from './cited-lines';
import type { Shown } from './cut-text';
import {
  type FieldCaps,
  type GivenText,
  renderBlock,
  renderBlocks,
  type StepBlock,
  stepBlocks,
} from './step-block';
import { isFailedStep } from './step-search';

export const TRAJECTORY_BUDGET_TOKENS = 12_000;

/** First and last characters of an observation, together, in steps that need not be shown whole. */
const OBSERVATION_CAP = 2_000;
const LAST_STEPS = 3;
/** Least share of a field that is worth showing; with less, fewer steps are shown. */
const SHARE_MIN = 200;
/** No real text has tokens this long, so a longer one is not counted. */
const TOKEN_CHARACTERS_MAX = 20;
/** Steps in a row that do not fit, after which no older one is tried. */
const MISSES_MAX = 30;
const WHOLE: FieldCaps = { observation: Number.POSITIVE_INFINITY, said: Number.POSITIVE_INFINITY };
const CUT: FieldCaps = { observation: OBSERVATION_CAP, said: Number.POSITIVE_INFINITY };

export interface CondenseOptions {
  readonly budgetTokens?: number;
  readonly countTokens: (text: string) => number;
  /** The prompt of the candidate: steps that cite a line of it must be shown. */
  readonly prompt: string;
  /** Texts that the reader is given elsewhere. */
  readonly given?: readonly GivenText[];
}

export interface CondensedTrajectory {
  readonly text: string;
  /** Characters shown / all characters, repeated ones left out; 1 where there are none. */
  readonly share: number;
  /** Marks in the text. */
  readonly cuts: number;
  readonly stepsShown: number;
  readonly steps: number;
}

/**
 * A trajectory within a budget of tokens, which is never exceeded. In this order:
 *
 * 1. Whole: the first step of the agent, its last three, those with a tool that failed, those that cite the prompt. Where
 *    they do not fit, each of their texts is cut to the same length; under 200 characters, the least important go.
 * 2. The other steps, newest first, with the first and last 1,000 characters of each observation, as far as they fit.
 *
 * Every cut is marked with the number of characters. The result depends on nothing but the arguments.
 */
export function condenseTrajectory(trajectory: Trajectory, options: CondenseOptions): CondensedTrajectory {
  const { budgetTokens = TRAJECTORY_BUDGET_TOKENS, countTokens, prompt, given = [] } = options;
  const blocks = stepBlocks(trajectory.steps, given);
  const fits = (text: string) =>
    text.length <= budgetTokens * TOKEN_CHARACTERS_MAX && countTokens(text) <= budgetTokens;
  const shows = (capsOf: ReadonlyMap<number, FieldCaps>) => fits(renderBlocks(blocks, capsOf).text);

  const needed = neededSteps(trajectory, prompt);
  const must = shows(evenly(needed, WHOLE)) ? evenly(needed, WHOLE) : fairShares(needed, blocks, shows);
  const isWhole = must.size === needed.length && [...must.values()].every((caps) => caps === WHOLE);
  const more = isWhole ? furtherSteps(blocks, must, budgetTokens, countTokens) : [];
  const added = largest(more.length, (count) => shows(withMore(must, more.slice(0, count))));
  const shown = withMore(must, more.slice(0, Math.max(added, 0)));
  return report(blocks, shown, fits);
}

function report(
  blocks: readonly (StepBlock | null)[],
  capsOf: ReadonlyMap<number, FieldCaps>,
  fits: (text: string) => boolean,
): CondensedTrajectory {
  const rendered = renderBlocks(blocks, capsOf);
  const nothing: Shown = { text: '', kept: 0, cuts: 0 };
  const { text, kept, cuts } = fits(rendered.text) ? rendered : nothing;
  const all = blocks.reduce((sum, block) => sum + (block?.size ?? 0), 0);
  const steps = blocks.filter((block) => block !== null).length;
  return { text, share: all === 0 ? 1 : kept / all, cuts, stepsShown: text === '' ? 0 : capsOf.size, steps };
}

/** The most important first: last step, first step, the other last ones, failed ones, citing ones, newest first. */
function neededSteps({ steps }: Trajectory, prompt: string): number[] {
  const agent = steps.flatMap((step, index) => (isAgentStep(step) ? [index] : []));
  const cited = citedLines(prompt, steps);
  const newest = agent.toReversed();
  const failed = newest.filter((index) => steps.slice(index, index + 1).some(isFailedStep));
  return [
    ...new Set([
      ...newest.slice(0, 1),
      ...agent.slice(0, 1),
      ...newest.slice(0, LAST_STEPS),
      ...failed,
      ...newest.filter((index) => cited.has(index)),
    ]),
  ];
}

/** Caps under which the needed steps fit: the same for all texts, as large as possible. */
function fairShares(
  needed: readonly number[],
  blocks: readonly (StepBlock | null)[],
  shows: (capsOf: ReadonlyMap<number, FieldCaps>) => boolean,
): ReadonlyMap<number, FieldCaps> {
  const capped = (steps: readonly number[], cap: number) => evenly(steps, { observation: cap, said: cap });
  const count = largest(needed.length, (many) => shows(capped(needed.slice(0, many), SHARE_MIN)));
  // Where not even one fits, it is shown as far as it does.
  const steps = needed.slice(0, Math.max(count, 1));
  const longest = Math.max(
    0,
    ...steps.flatMap((step) => blocks[step]?.fields.map(({ text }) => text.length) ?? []),
  );
  const cap = largest(longest, (characters) => shows(capped(steps, characters)));
  return capped(steps, Math.max(cap, 0));
}

/** Other steps, newest first, that fit by a sum of their parts. */
function furtherSteps(
  blocks: readonly (StepBlock | null)[],
  must: ReadonlyMap<number, FieldCaps>,
  budgetTokens: number,
  countTokens: (text: string) => number,
): number[] {
  let rest = budgetTokens - countTokens(renderBlocks(blocks, must).text);
  let misses = 0;
  const taken: number[] = [];
  for (let index = blocks.length - 1; index >= 0 && misses < MISSES_MAX; index -= 1) {
    const block = blocks[index];
    if (!block || must.has(index)) continue;
    const { text } = renderBlock(block, CUT);
    const cost = text.length > rest * TOKEN_CHARACTERS_MAX ? rest + 1 : countTokens(`\n\n${text}`);
    misses = cost > rest ? misses + 1 : 0;
    if (cost > rest) continue;
    rest -= cost;
    taken.push(index);
  }
  return taken;
}

const evenly = (steps: readonly number[], caps: FieldCaps): ReadonlyMap<number, FieldCaps> =>
  new Map(steps.map((step) => [step, caps]));

const withMore = (must: ReadonlyMap<number, FieldCaps>, more: readonly number[]) =>
  new Map([...must, ...evenly(more, CUT)]);

/** The largest number up to `max` that holds, by bisection; -1 = not even 0. */
function largest(max: number, holds: (value: number) => boolean): number {
  if (holds(max)) return max;
  let [low, high] = [-1, max];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
