import { freeUnits, listCents, paidCents, utcOf } from '../shop';
import { dayAfter, OFFSETS, sundayAhead, timeOfDay, weekdayAhead, zoneName } from './calendar-cases';
import {
  article,
  type Case,
  call,
  checkStock,
  close,
  lookUp,
  OPEN,
  order,
  pick,
  policies,
  refund,
  ticketFacts,
} from './situation';

/** Tickets that go right only for a clerk who knows two rules; who knows one of them gets partial credit at best. */
const dearAndDiscounted: Case = {
  rules: ['price-paid', 'approval-limit'],
  build: (input) => {
    const priceCents = (input.bites ? input.rng.nextInt(400, 900) : input.rng.nextInt(30, 180)) * 100;
    const goods = article(input, { priceCents });
    const discountPercent = input.bites ? pick([10, 20, 30], input.rng) : 0;
    const one = order(input, [goods], { discountPercent, audited: ['price-paid', 'approval-limit'] });
    return {
      ...{ orders: [one], articles: [goods], facts: ticketFacts(one, goods) },
      plan: (knows) => {
        const amount = (knows('price-paid') ? paidCents(one) : listCents(one)) + one.shippingCents;
        const approval = call('request_approval', { order_id: one.id, amount: amount / 100 });
        return [
          lookUp(one),
          ...policies(['price-paid', 'approval-limit'], knows),
          ...(input.bites && knows('approval-limit') ? [approval] : []),
          refund(one, amount),
          close(input.bites && !knows('approval-limit') ? 'escalated' : 'refunded'),
        ];
      },
    };
  },
};

const reservedInCartons: Case = {
  rules: ['reserved-stock', 'full-cartons'],
  build: (input) => {
    const carton = input.bites ? pick([6, 8, 12], input.rng) : 1;
    const quantity = input.rng.nextInt(2, 5);
    const onHand = quantity + 3;
    const reserved = input.bites ? onHand - 1 : 0;
    const audited = ['reserved-stock', 'full-cartons'] as const;
    const goods = article(input, { onHand, reserved, carton, audited });
    const one = order(input, [goods], { ...OPEN, quantity });
    return {
      ...{ orders: [one], articles: [goods], facts: ticketFacts(one, goods) },
      plan: (knows) => {
        const waits = knows('reserved-stock') && freeUnits(goods) < quantity;
        const units = knows('full-cartons') ? Math.ceil(quantity / carton) * carton : quantity;
        return [
          lookUp(one),
          ...policies(['reserved-stock', 'full-cartons'], knows),
          checkStock(goods),
          ...(waits
            ? [
                call('order_stock', { sku: goods.sku, quantity: units }),
                close(knows('full-cartons') ? 'waiting' : 'escalated'),
              ]
            : [call('ship_items', { order_id: one.id, sku: goods.sku, quantity }), close('shipped')]),
        ];
      },
    };
  },
};

const sundayElsewhere: Case = {
  rules: ['utc-calendar', 'closed-days'],
  build: (input) => {
    const goods = article(input);
    const one = order(input, [goods], { audited: ['utc-calendar', 'closed-days'] });
    const offset = input.bites ? pick(OFFSETS, input.rng) : 0;
    const day = input.bites ? sundayAhead(input.rng) : weekdayAhead(input.rng);
    const time = timeOfDay(input.rng);
    return {
      ...{ orders: [one], articles: [goods] },
      facts: { ...ticketFacts(one, goods), day, time, zone: zoneName(offset) },
      plan: (knows) => {
        const moved = input.bites && knows('closed-days') ? dayAfter(day) : day;
        const at = utcOf(moved, time, knows('utc-calendar') ? offset : 0);
        return [
          lookUp(one),
          ...policies(['utc-calendar', 'closed-days'], knows),
          call('book_slot', { order_id: one.id, kind: 'pickup', at }),
          close(input.bites && !knows('closed-days') ? 'escalated' : 'booked'),
        ];
      },
    };
  },
};

const bulkyPart: Case = {
  rules: ['bulky-pickup', 'shipping-fee'],
  build: (input) => {
    const priceCents = input.rng.nextInt(60, 150) * 100;
    const goods = article(input, { bulky: input.bites, priceCents });
    const kept = article({ ...input, number: input.number + 1 });
    const audited = ['bulky-pickup', 'shipping-fee'] as const;
    const one = order(input, input.bites ? [goods, kept] : [goods], { audited });
    const day = weekdayAhead(input.rng);
    const time = timeOfDay(input.rng);
    const pickup = call('book_slot', { order_id: one.id, kind: 'pickup', at: utcOf(day, time) });
    return {
      ...{ orders: [one], articles: [goods, kept], facts: { ...ticketFacts(one, goods), day, time } },
      plan: (knows) => [
        lookUp(one),
        ...policies(['bulky-pickup', 'shipping-fee'], knows),
        ...(input.bites && knows('bulky-pickup') ? [pickup] : []),
        refund(one, priceCents + (input.bites && knows('shipping-fee') ? 0 : one.shippingCents)),
        close('refunded'),
      ],
    };
  },
};

export const TWO_RULE_CASES = { dearAndDiscounted, reservedInCartons, sundayElsewhere, bulkyPart };
