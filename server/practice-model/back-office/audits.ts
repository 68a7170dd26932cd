import { isRuleId, RULES, type RuleId } from './rules';
import {
  APPROVAL_LIMIT_CENTS,
  type Article,
  daysSince,
  freeUnits,
  goodwillCapCents,
  listCents,
  type Order,
  paidCents,
  weekdayOf,
} from './shop';

/**
 * What the office says after a step with an order or an article that it audits: whether the step keeps the rule, and what
 * the rule is. So a trajectory shows the rule that its clerk did not know.
 */
export interface Step {
  readonly order?: Order;
  readonly article?: Article;
  readonly cents?: number;
  readonly quantity?: number;
  readonly at?: string;
  readonly hasPickup?: boolean;
  readonly isApproved?: boolean;
  readonly hasStockOrder?: boolean;
}

/** Null = the rule says nothing of this step. */
type Check = (step: Step) => Finding | boolean | null;

type Finding = 'Kept' | 'Broken' | 'Not checked';

const refund =
  (check: (order: Order, cents: number, step: Step) => boolean): Check =>
  (step) =>
    step.order === undefined || step.cents === undefined ? null : check(step.order, step.cents, step);

const shipment =
  (check: (step: Step & { readonly order: Order; readonly quantity: number }) => boolean): Check =>
  (step) => {
    const { order, quantity } = step;
    return order === undefined || quantity === undefined ? null : check({ ...step, order, quantity });
  };

const CHECKS: Readonly<Record<RuleId, Check>> = {
  'refund-window': refund(({ deliveredOn }) => deliveredOn !== null && daysSince(deliveredOn) <= 30),
  'price-paid': refund((order, cents) => cents <= paidCents(order) + order.shippingCents),
  'shipping-fee': refund(
    (order, cents) => cents === listCents(order) + order.shippingCents || isSumOfLines(order, cents),
  ),
  'approval-limit': refund(
    (_, cents, { isApproved }) => cents <= APPROVAL_LIMIT_CENTS || isApproved === true,
  ),
  'goodwill-cap': refund((order, cents) => cents <= goodwillCapCents(order)),
  'open-dispute': refund(({ disputeOpen }) => !disputeOpen),
  'bulky-pickup': refund((_, __, { hasPickup, article }) => hasPickup === true || article?.bulky !== true),
  'duplicate-order': shipment(({ order }) => order.sentTwin === null),
  'new-address': shipment(
    ({ order }) => order.addressChangedOn === null || daysSince(order.addressChangedOn) > 2,
  ),
  'reserved-stock': shipment(({ article, quantity }) => !article || quantity <= freeUnits(article)),
  'part-shipment': ({ article, quantity, order }) =>
    article === undefined || quantity === undefined ? null : order !== undefined || freeUnits(article) === 0,
  'full-cartons': ({ article, quantity, order }) =>
    article === undefined || quantity === undefined || order ? null : quantity % article.carton === 0,
  successor: ({ article, quantity, order }) =>
    !article || !order || quantity === undefined ? null : article.successor === null,
  'restock-first': ({ at, article, hasStockOrder }) =>
    at === undefined ? null : hasStockOrder === true || (article?.onHand ?? 0) > 0,
  // The office does not know what the customer said, so it can only remind.
  'utc-calendar': ({ at }) => (at === undefined ? null : 'Not checked'),
  'closed-days': ({ at }) => (at === undefined ? null : weekdayOf(at) !== 0),
};

/** One sentence for each audited rule that has something to say of the step. */
export function auditOf(audited: readonly RuleId[], step: Step): string[] {
  return audited.flatMap((rule) => {
    const found = CHECKS[rule](step);
    if (found === null) return [];
    const finding: Finding = found === true ? 'Kept' : found === false ? 'Broken' : found;
    return [`${finding}, policy ${rule}: ${RULES[rule].policy}`];
  });
}

/** The words by which a text shows a rule, in audits, refusals and the answers of the policy tool. */
export function rulesShownIn(text: string): RuleId[] {
  const shown = Array.from(text.matchAll(/\bpolicy ([a-z-]+):/gi), (match) => match[1]?.toLowerCase() ?? '');
  return [...new Set(shown)].filter(isRuleId);
}

function isSumOfLines({ lines }: Order, cents: number): boolean {
  return lines.some(({ priceCents, quantity }) => priceCents * quantity === cents);
}
