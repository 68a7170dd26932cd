import { daysBefore, freeUnits, TODAY, utcOf } from '../shop';
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
  ticketFacts,
} from './situation';

/** Goods that are to leave or to arrive, each with the one rule that decides it. */
const ship = (order_id: string, sku: string, quantity: number) =>
  call('ship_items', { order_id, sku, quantity });

const duplicateOrder: Case = {
  rules: ['duplicate-order'],
  build: (input) => {
    const goods = article(input);
    const twinId = `A-${input.number + 1}`;
    const orderedOn = daysBefore(TODAY, input.rng.nextInt(1, 3));
    const audited = ['duplicate-order'] as const;
    const sentTwin = input.bites ? twinId : null;
    const one = order(input, [goods], { ...OPEN, orderedOn, sentTwin, audited });
    const twin = { ...one, id: twinId, isSent: true, sentTwin: null };
    const sent = [checkStock(goods), ship(one.id, goods.sku, 1), close('shipped')];
    return {
      ...{ orders: input.bites ? [one, twin] : [one], articles: [goods], facts: ticketFacts(one, goods) },
      plan: (knows) =>
        knows('duplicate-order')
          ? [
              ...policies(['duplicate-order'], knows),
              call('look_up_orders', { customer: one.customer }),
              ...(input.bites ? [close('duplicate')] : sent),
            ]
          : [lookUp(one), ...sent],
    };
  },
};

const newAddress: Case = {
  rules: ['new-address'],
  build: (input) => {
    const goods = article(input);
    const days = input.bites ? input.rng.nextInt(0, 2) : input.rng.nextInt(9, 40);
    const one = order(input, [goods], {
      ...OPEN,
      addressChangedOn: daysBefore(TODAY, days),
      audited: ['new-address'],
    });
    return {
      ...{ orders: [one], articles: [goods], facts: ticketFacts(one, goods) },
      plan: (knows) => [
        lookUp(one),
        ...policies(['new-address'], knows),
        ...(knows('new-address') && input.bites
          ? [close('waiting')]
          : [checkStock(goods), ship(one.id, goods.sku, 1), close('shipped')]),
      ],
    };
  },
};

const reservedStock: Case = {
  rules: ['reserved-stock'],
  build: (input) => {
    const quantity = input.rng.nextInt(3, 8);
    const onHand = quantity + input.rng.nextInt(1, 6);
    const reserved = input.bites ? onHand - input.rng.nextInt(0, quantity - 1) : 0;
    const goods = article(input, { onHand, reserved, audited: ['reserved-stock'] });
    const one = order(input, [goods], { ...OPEN, quantity });
    return {
      ...{ orders: [one], articles: [goods], facts: ticketFacts(one, goods) },
      plan: (knows) => [
        lookUp(one),
        ...policies(['reserved-stock'], knows),
        checkStock(goods),
        ...(knows('reserved-stock') && input.bites
          ? [call('order_stock', { sku: goods.sku, quantity }), close('waiting')]
          : [ship(one.id, goods.sku, quantity), close('shipped')]),
      ],
    };
  },
};

const restockFirst: Case = {
  rules: ['restock-first'],
  build: (input) => {
    const quantity = input.rng.nextInt(1, 5);
    const goods = article(input, { onHand: input.bites ? 0 : quantity + 4, audited: ['restock-first'] });
    const one = order(input, [goods], { ...OPEN, quantity });
    const day = daysBefore(TODAY, -input.rng.nextInt(8, 11));
    const time = `${input.rng.nextInt(10, 16)}:00`;
    return {
      ...{ orders: [one], articles: [goods], facts: { ...ticketFacts(one, goods), day, time } },
      plan: (knows) => [
        lookUp(one),
        ...policies(['restock-first'], knows),
        ...(knows('restock-first') ? [checkStock(goods)] : []),
        ...(knows('restock-first') && input.bites ? [call('order_stock', { sku: goods.sku, quantity })] : []),
        call('book_slot', { order_id: one.id, kind: 'delivery', at: utcOf(day, time) }),
        close('booked'),
      ],
    };
  },
};

const fullCartons: Case = {
  rules: ['full-cartons'],
  build: (input) => {
    const carton = pick([6, 8, 12, 24], input.rng);
    const full = carton * input.rng.nextInt(2, 6);
    const quantity = input.bites ? full - input.rng.nextInt(1, carton - 1) : full;
    const goods = article(input, { onHand: input.rng.nextInt(0, 5), carton, audited: ['full-cartons'] });
    return {
      ...{ orders: [], articles: [goods] },
      facts: { article: goods.name, sku: goods.sku, quantity: String(quantity) },
      plan: (knows) => [
        ...policies(['full-cartons'], knows),
        checkStock(goods),
        call('order_stock', { sku: goods.sku, quantity: knows('full-cartons') ? full : quantity }),
        close(knows('full-cartons') || !input.bites ? 'ordered' : 'escalated'),
      ],
    };
  },
};

const partShipment: Case = {
  rules: ['part-shipment'],
  build: (input) => {
    const quantity = input.rng.nextInt(4, 9);
    const onHand = input.bites ? input.rng.nextInt(1, quantity - 1) : quantity + 5;
    const goods = article(input, { onHand, audited: ['part-shipment'] });
    const one = order(input, [goods], { ...OPEN, quantity, partsAllowed: true });
    const now = Math.min(quantity, freeUnits(goods));
    const orderMore = (units: number) => call('order_stock', { sku: goods.sku, quantity: units });
    return {
      ...{ orders: [one], articles: [goods], facts: ticketFacts(one, goods) },
      plan: (knows) => [
        lookUp(one),
        ...policies(['part-shipment'], knows),
        checkStock(goods),
        ...(knows('part-shipment') || !input.bites
          ? [
              ship(one.id, goods.sku, now),
              ...(now < quantity ? [orderMore(quantity - now)] : []),
              close('shipped'),
            ]
          : [orderMore(quantity), close('waiting')]),
      ],
    };
  },
};

const successor: Case = {
  rules: ['successor'],
  build: (input) => {
    const quantity = input.rng.nextInt(1, 4);
    const next = article({ ...input, number: input.number + 1 });
    const goods = article(input, {
      successor: input.bites ? next.sku : null,
      onHand: input.bites ? 0 : 30,
      audited: ['successor'],
    });
    const one = order(input, [goods], { ...OPEN, quantity });
    return {
      ...{ orders: [one], articles: [goods, next], facts: ticketFacts(one, goods) },
      plan: (knows) => [
        lookUp(one),
        ...policies(['successor'], knows),
        checkStock(goods),
        ...(knows('successor') && input.bites
          ? [checkStock(next), ship(one.id, next.sku, quantity), close('shipped')]
          : [ship(one.id, goods.sku, quantity), close(input.bites ? 'escalated' : 'shipped')]),
      ],
    };
  },
};

export const STOCK_CASES = {
  duplicateOrder,
  newAddress,
  reservedStock,
  restockFirst,
  fullCartons,
  partShipment,
  successor,
};
