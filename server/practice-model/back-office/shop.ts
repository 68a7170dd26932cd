import type { RuleId } from './rules';

/**
 * What the back office starts from: its orders and articles. One shop holds those of all tasks, under numbers of their
 * own, so that the tools of a world need not know which task is being solved.
 */
export interface Article {
  readonly sku: string;
  readonly name: string;
  readonly priceCents: number;
  readonly onHand: number;
  readonly reserved: number;
  readonly carton: number;
  /** Article that replaces a discontinued one; null = it is still sold. */
  readonly successor: string | null;
  readonly bulky: boolean;
  /** Rules that the office's audit looks at after a step with this article. */
  readonly audited: readonly RuleId[];
}

export interface OrderLine {
  readonly sku: string;
  readonly article: string;
  readonly quantity: number;
  readonly priceCents: number;
}

export interface Order {
  readonly id: string;
  readonly customer: string;
  readonly orderedOn: string;
  /** Null = not delivered yet. */
  readonly deliveredOn: string | null;
  readonly lines: readonly OrderLine[];
  readonly discountPercent: number;
  readonly shippingCents: number;
  readonly partsAllowed: boolean;
  readonly disputeOpen: boolean;
  readonly addressChangedOn: string | null;
  readonly isSent: boolean;
  /** Equal order of the same day that has been sent. */
  readonly sentTwin: string | null;
  readonly audited: readonly RuleId[];
}

export interface Shop {
  readonly articles: ReadonlyMap<string, Article>;
  readonly orders: ReadonlyMap<string, Order>;
}

/** A Monday. The calendar of the office never moves, so that a task is the same on every day. */
export const TODAY = '2026-03-16';
const DAY_MS = 86_400_000;

export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}

export const daysSince = (day: string): number => Math.round((Date.parse(TODAY) - Date.parse(day)) / DAY_MS);

/** 0 = Sunday. */
export const weekdayOf = (at: string): number => new Date(at).getUTCDay();

/** "2026-03-18" and "15:30" as the instant in UTC, the offset taken off; "2026-03-18T13:30Z". */
export function utcOf(day: string, time: string, offsetHours = 0): string {
  const instant = Date.parse(`${day}T${time}:00Z`) - offsetHours * 3_600_000;
  return `${new Date(instant).toISOString().slice(0, 16)}Z`;
}

export function listCents({ lines }: Pick<Order, 'lines'>): number {
  return lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
}

/** The price after the discount, without shipping. */
export function paidCents(order: Pick<Order, 'lines' | 'discountPercent'>): number {
  return Math.round((listCents(order) * (100 - order.discountPercent)) / 100);
}

export const totalCents = (order: Order): number => paidCents(order) + order.shippingCents;

export const goodwillCapCents = (order: Order): number => Math.floor((totalCents(order) * 15) / 100);

export const money = (cents: number): string => (cents / 100).toFixed(2);

export const freeUnits = ({ onHand, reserved }: Article): number => Math.max(0, onHand - reserved);

export const APPROVAL_LIMIT_CENTS = 20_000;
