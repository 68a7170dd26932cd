import { auditOf, type Step } from './audits';
import type { EndState } from './end-state';
import { RULES, type RuleId } from './rules';
import { APPROVAL_LIMIT_CENTS, type Article, money, type Order, type Shop, weekdayOf } from './shop';
import { isToolName, TOOLS, type ToolCall } from './tools';

/**
 * One world: the shop as it was, and what one clerk changed in it. Pure but for its own state; knows neither the task nor
 * who is working. Each rollout has a world of its own.
 */
export interface Said {
  readonly isError: boolean;
  readonly text: string;
}

export class World {
  private readonly changes = new Map<string, string | number>();

  constructor(private readonly shop: Shop) {}

  get isClosed(): boolean {
    return this.changes.has('ticket');
  }

  get endState(): EndState {
    return new Map(this.changes);
  }

  /** Unknown tools and unreadable arguments are answered as errors, as tools answer a model. */
  use(tool: string, input: unknown): Said {
    if (this.isClosed) return failed('The ticket is closed; nothing can be done any more.');
    if (!isToolName(tool)) return failed(`There is no tool ${tool.slice(0, 60)}.`);
    const parsed = TOOLS[tool].input.safeParse(input);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      return failed(`${issue?.path.join('.') || 'arguments'}: ${issue?.message ?? 'cannot be read'}.`);
    }
    return this.answer({ tool, input: parsed.data } as ToolCall);
  }

  private answer(call: ToolCall): Said {
    switch (call.tool) {
      case 'look_up_orders':
        return this.orders(call.input);
      case 'check_stock':
        return this.stock(call.input.sku);
      case 'look_up_policy':
        return done({ answer: `Policy ${call.input.topic}: ${RULES[call.input.topic].policy}` });
      case 'issue_refund':
        return this.refund(call.input.order_id, cents(call.input.amount));
      case 'request_approval':
        return this.approval(call.input.order_id, cents(call.input.amount));
      case 'ship_items':
        return this.ship(call.input);
      case 'order_stock':
        return this.orderStock(call.input);
      case 'book_slot':
        return this.book(call.input);
      case 'close_ticket':
        this.changes.set('ticket', call.input.resolution);
        return done({ closed: call.input.resolution });
    }
  }

  private orders({ order_id, customer }: { order_id?: string | undefined; customer?: string | undefined }) {
    const all = [...this.shop.orders.values()];
    const one = order_id === undefined ? undefined : this.shop.orders.get(order_id);
    const found = one
      ? [one]
      : customer === undefined
        ? []
        : all.filter((each) => each.customer === customer);
    return found.length === 0
      ? failed('No such order or customer.')
      : done({ orders: found.map(shownOrder) });
  }

  private stock(sku: string): Said {
    const article = this.article(sku);
    if (!article) return unknownArticle(sku);
    const { name, onHand, reserved, carton, successor, bulky } = article;
    const more = successor === null ? {} : { discontinued: true, successor };
    return done({ sku, name, on_hand: onHand, reserved, carton, bulky, ...more });
  }

  private refund(id: string, amountCents: number): Said {
    const order = this.shop.orders.get(id);
    if (!order) return unknownOrder(id);
    const isApproved = cents(Number(this.changes.get(`approval ${id}`) ?? 0)) >= amountCents;
    if (amountCents > APPROVAL_LIMIT_CENTS && !isApproved) return refused('approval-limit');
    this.add(`refund ${id}`, amountCents / 100);
    return this.audited(
      { refunded: money(amountCents), order: id },
      { order, cents: amountCents, isApproved },
    );
  }

  private approval(id: string, amountCents: number): Said {
    if (!this.shop.orders.has(id)) return unknownOrder(id);
    this.add(`approval ${id}`, amountCents / 100);
    return done({ approved: money(amountCents), order: id });
  }

  private ship({ order_id, sku, quantity }: { order_id: string; sku: string; quantity: number }): Said {
    const order = this.shop.orders.get(order_id);
    const article = this.article(sku);
    if (!order) return unknownOrder(order_id);
    if (!article) return unknownArticle(sku);
    if (article.successor !== null) return refused('successor');
    if (quantity > article.onHand) return failed(`Only ${article.onHand} units are on hand.`);
    const step = { order, article, quantity };
    const said = this.audited({ shipped: quantity, sku, order: order_id }, step);
    this.add(`shipped ${sku} for ${order_id}`, quantity);
    return said;
  }

  private orderStock({ sku, quantity }: { sku: string; quantity: number }): Said {
    const article = this.article(sku);
    if (!article) return unknownArticle(sku);
    if (quantity % article.carton !== 0) return refused('full-cartons');
    this.add(`ordered ${sku}`, quantity);
    return this.audited({ ordered: quantity, sku }, { article, quantity });
  }

  private book({ order_id, kind, at }: { order_id: string; kind: string; at: string }): Said {
    const order = this.shop.orders.get(order_id);
    if (!order) return unknownOrder(order_id);
    if (Number.isNaN(Date.parse(at))) return failed('at: there is no such time.');
    if (kind === 'pickup' && weekdayOf(at) === 0) return refused('closed-days');
    this.changes.set(`${kind} for ${order_id}`, at);
    return this.audited({ booked: kind, at, order: order_id }, { order, at });
  }

  /** The article with what this world took out of it. */
  private article(sku: string): Article | undefined {
    const article = this.shop.articles.get(sku);
    if (!article) return undefined;
    const left = [...this.changes]
      .filter(([key]) => key.startsWith(`shipped ${sku} `))
      .reduce((units, [, taken]) => units - Number(taken), article.onHand);
    return { ...article, onHand: left };
  }

  private audited(answer: object, step: Step): Said {
    const article = step.article ?? this.article(step.order?.lines[0]?.sku ?? '');
    const hasPickup = step.order !== undefined && this.changes.has(`pickup for ${step.order.id}`);
    const hasStockOrder = article !== undefined && this.changes.has(`ordered ${article.sku}`);
    const rules = new Set([...(step.order?.audited ?? []), ...(article?.audited ?? [])]);
    const full = { ...step, ...(article && { article }), hasPickup, hasStockOrder };
    const audit = auditOf([...rules], full);
    return done({ ...answer, ...(audit.length > 0 && { audit }) });
  }

  private add(key: string, value: number): void {
    this.changes.set(key, round2(Number(this.changes.get(key) ?? 0) + value));
  }
}

const round2 = (value: number): number => Math.round(value * 100) / 100;
const cents = (amount: number): number => Math.round(amount * 100);
const done = (answer: object): Said => ({ isError: false, text: JSON.stringify(answer) });
const failed = (error: string): Said => ({ isError: true, text: JSON.stringify({ error }) });
const refused = (rule: RuleId): Said => failed(`Refused by policy ${rule}: ${RULES[rule].policy}`);
const unknownOrder = (id: string): Said => failed(`There is no order ${id.slice(0, 40)}.`);
const unknownArticle = (sku: string): Said => failed(`There is no article ${sku.slice(0, 40)}.`);

function shownOrder(order: Order): object {
  return {
    id: order.id,
    customer: order.customer,
    ordered_on: order.orderedOn,
    delivered_on: order.deliveredOn,
    lines: order.lines.map(({ sku, article, quantity, priceCents }) => ({
      ...{ sku, article, quantity, price: money(priceCents) },
    })),
    discount_percent: order.discountPercent,
    shipping: money(order.shippingCents),
    parts_allowed: order.partsAllowed,
    dispute_open: order.disputeOpen,
    address_changed_on: order.addressChangedOn,
    sent: order.isSent,
  };
}
