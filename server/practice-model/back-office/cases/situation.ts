import type { Rng } from '@/lib/random/seeded-rng';
import type { Resolution, RuleId } from '../rules';
import { type Article, daysBefore, money, type Order, TODAY } from '../shop';
import type { ToolCall } from '../tools';

/**
 * One situation at the desk: its orders and articles, what the ticket says of it, and how a clerk acts who knows some of
 * the rules. With all rules known the plan is right: its end state is what the task asks for.
 */
export interface Situation {
  readonly orders: readonly Order[];
  readonly articles: readonly Article[];
  /** Words for the ticket, by placeholder. */
  readonly facts: Readonly<Record<string, string>>;
  readonly plan: (knows: (rule: RuleId) => boolean) => readonly ToolCall[];
}

export interface CaseInput {
  /** Numbers of orders, articles and the customer; the next one is free too. */
  readonly number: number;
  readonly rng: Rng;
  /** Whether the rules of the case make a difference here; otherwise a clerk who knows none of them is right too. */
  readonly bites: boolean;
}

export interface Case {
  readonly rules: readonly RuleId[];
  readonly build: (input: CaseInput) => Situation;
}

const GOODS = [
  'kettle',
  'desk lamp',
  'wool blanket',
  'tool box',
  'travel mug',
  'wall clock',
  'bread knife',
  'garden hose',
  'picture frame',
  'yoga mat',
  'rain jacket',
  'bookend',
  'door mat',
  'spice rack',
  'camping stove',
  'head torch',
] as const;
const BULKY_GOODS = ['wardrobe', 'mattress', 'treadmill', 'sofa', 'work bench', 'chest freezer'] as const;

export function pick<T>(choices: readonly T[], rng: Rng): T {
  return choices[rng.nextInt(0, choices.length - 1)] as T;
}

export function article({ number, rng }: CaseInput, own: Partial<Article> = {}): Article {
  return {
    sku: `S-${number}`,
    name: pick(own.bulky ? BULKY_GOODS : GOODS, rng),
    priceCents: rng.nextInt(9, 59) * 100 + 90,
    ...{ onHand: rng.nextInt(20, 60), reserved: 0, carton: 1, successor: null, bulky: false, audited: [] },
    ...own,
  };
}

/** One line of each article, delivered lately, with nothing special about it. */
export function order(
  { number, rng }: CaseInput,
  articles: readonly Article[],
  { quantity = 1, ...own }: Partial<Order> & { readonly quantity?: number } = {},
): Order {
  return {
    id: `A-${number}`,
    customer: `C-${number}`,
    orderedOn: daysBefore(TODAY, rng.nextInt(30, 33)),
    deliveredOn: daysBefore(TODAY, rng.nextInt(3, 26)),
    lines: articles.map(({ sku, name, priceCents }) => ({ sku, article: name, quantity, priceCents })),
    discountPercent: 0,
    shippingCents: rng.nextInt(4, 9) * 100 + 90,
    ...{ partsAllowed: false, disputeOpen: false, addressChangedOn: null, isSent: true, sentTwin: null },
    audited: [],
    ...own,
  };
}

/** Not sent yet. */
export const OPEN = { deliveredOn: null, isSent: false } as const;

export const call = <Name extends ToolCall['tool']>(
  tool: Name,
  input: Extract<ToolCall, { tool: Name }>['input'],
): ToolCall => ({ tool, input }) as ToolCall;

export const lookUp = (one: Order): ToolCall => call('look_up_orders', { order_id: one.id });
export const checkStock = (one: Article): ToolCall => call('check_stock', { sku: one.sku });
export const refund = (one: Order, cents: number): ToolCall =>
  call('issue_refund', { order_id: one.id, amount: cents / 100 });
export const close = (resolution: Resolution): ToolCall => call('close_ticket', { resolution });

/** A clerk who knows a rule looks up what exactly it says. */
export function policies(rules: readonly RuleId[], knows: (rule: RuleId) => boolean): readonly ToolCall[] {
  return rules.filter(knows).map((topic) => call('look_up_policy', { topic }));
}

export function ticketFacts(one: Order, goods: Pick<Article, 'name' | 'sku'>): Record<string, string> {
  return { order: one.id, customer: one.customer, article: goods.name, sku: goods.sku };
}

export const amountFact = (cents: number): string => money(cents);
