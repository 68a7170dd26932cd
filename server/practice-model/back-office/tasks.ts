import { seededRng } from '@/lib/random/seeded-rng';
import type { Situation } from './cases/situation';
import type { EndState } from './end-state';
import type { RuleId } from './rules';
import type { Article, Order, Shop } from './shop';
import { CASE_NAMES, CASES, type CaseName, type TaskPart, TEMPLATES } from './templates';
import type { ToolCall } from './tools';
import { World } from './world';

/**
 * The tasks of the back office, made from a fixed seed: which case, which figures, and what becomes of it. As in the other
 * sets (ruling P1) 64 % are easy, 23.5 % learnable and the rest hard; here it is the ticket that decides: in an easy one
 * no rule bites, in a learnable one a clerk is right who knows its rules, and in a hard one the practice clerk never is.
 */
export const TASK_COUNTS: Readonly<Record<TaskPart, number>> = {
  train: 320,
  heldOut: 600,
  confirmation: 400,
};

export type TaskDifficulty = 'easy' | 'learnable' | 'hard';
const EASY_SHARE = 0.64;
const LEARNABLE_SHARE = 0.235;

export interface OfficeTask {
  readonly id: string;
  readonly part: TaskPart;
  readonly caseName: CaseName;
  readonly difficulty: TaskDifficulty;
  readonly rules: readonly RuleId[];
  /** The ticket: all that an agent is told. */
  readonly question: string;
  readonly plan: Situation['plan'];
  /** End state of the world once the task was done right. */
  readonly expected: EndState;
}

export interface Office {
  readonly shop: Shop;
  readonly tasks: readonly OfficeTask[];
  /** By the exact text of the ticket. */
  readonly byQuestion: ReadonlyMap<string, OfficeTask>;
}

const PARTS = Object.keys(TASK_COUNTS) as readonly TaskPart[];
/** Each task has two numbers of its own, for its orders and articles. */
const NUMBER_FIRST = 20_000;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

export function makeOffice(seed = 'back office 1'): Office {
  const shop = { articles: new Map<string, Article>(), orders: new Map<string, Order>() };
  const drafts = PARTS.flatMap((part, partIndex) =>
    Array.from({ length: TASK_COUNTS[part] }, (_, index) => draft(seed, { part, partIndex, index }, shop)),
  );
  const tasks = drafts.map((task) => ({
    ...task,
    expected: endStateOf(
      shop,
      task.plan(() => true),
    ),
  }));
  return { shop, tasks, byQuestion: new Map(tasks.map((task) => [task.question, task])) };
}

interface Place {
  readonly part: TaskPart;
  readonly partIndex: number;
  readonly index: number;
}

interface GrowingShop {
  readonly articles: Map<string, Article>;
  readonly orders: Map<string, Order>;
}

function draft(
  seed: string,
  { part, partIndex, index }: Place,
  shop: GrowingShop,
): Omit<OfficeTask, 'expected'> {
  const caseName = CASE_NAMES[index % CASE_NAMES.length] as CaseName;
  const difficulty = difficultyAt(index);
  const number = NUMBER_FIRST + 2 * (partIndex * 1_000 + index);
  const id = `${part}-${index}`;
  const { rules, build } = CASES[caseName];
  const situation = build({ number, rng: seededRng(`${seed}/${id}`), bites: difficulty !== 'easy' });
  for (const article of situation.articles) shop.articles.set(article.sku, article);
  for (const order of situation.orders) shop.orders.set(order.id, order);
  const template = TEMPLATES[caseName][part];
  const question = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => situation.facts[name] ?? '');
  return { id, part, caseName, difficulty, rules, question, plan: situation.plan };
}

/** Evenly spread, so that any first part of a part of the split has about the same shares. */
function difficultyAt(index: number): TaskDifficulty {
  const position = (index * GOLDEN) % 1;
  if (position < EASY_SHARE) return 'easy';
  return position < EASY_SHARE + LEARNABLE_SHARE ? 'learnable' : 'hard';
}

/** End state that a plan leaves behind in a fresh world. */
export function endStateOf(shop: Shop, plan: readonly ToolCall[]): EndState {
  const world = new World(shop);
  for (const { tool, input } of plan) world.use(tool, input);
  return world.endState;
}
