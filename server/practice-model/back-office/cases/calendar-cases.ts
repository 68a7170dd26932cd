import type { Rng } from '@/lib/random/seeded-rng';
import { daysBefore, TODAY, totalCents, utcOf } from '../shop';
import {
  article,
  type Case,
  call,
  close,
  lookUp,
  order,
  pick,
  policies,
  refund,
  ticketFacts,
} from './situation';

/** Calls and pickups to enter into the calendar. The office's today is a Monday, so the Sundays are 6, 13 and 20 days on. */
export const sundayAhead = (rng: Rng): string => daysBefore(TODAY, -pick([6, 13, 20], rng));
export const weekdayAhead = (rng: Rng): string => daysBefore(TODAY, -pick([1, 2, 3, 4, 8, 9, 10, 11], rng));
export const dayAfter = (day: string): string => daysBefore(day, -1);
export const timeOfDay = (rng: Rng): string => `${rng.nextInt(12, 17)}:${pick(['00', '30'], rng)}`;
export const OFFSETS = [-6, -5, -4, -3, 1, 2, 3, 4, 5, 8] as const;

export const zoneName = (offset: number): string =>
  offset === 0 ? 'UTC' : `UTC${offset > 0 ? '+' : '−'}${Math.abs(offset)}`;

const utcCalendar: Case = {
  rules: ['utc-calendar'],
  build: (input) => {
    const goods = article(input);
    const one = order(input, [goods], { audited: ['utc-calendar'] });
    const offset = input.bites ? pick(OFFSETS, input.rng) : 0;
    const day = weekdayAhead(input.rng);
    const time = timeOfDay(input.rng);
    return {
      ...{ orders: [one], articles: [goods] },
      facts: { ...ticketFacts(one, goods), day, time, zone: zoneName(offset) },
      plan: (knows) => [
        lookUp(one),
        ...policies(['utc-calendar'], knows),
        call('book_slot', {
          ...{ order_id: one.id, kind: 'call' },
          at: utcOf(day, time, knows('utc-calendar') ? offset : 0),
        }),
        close('booked'),
      ],
    };
  },
};

const closedDays: Case = {
  rules: ['closed-days'],
  build: (input) => {
    const goods = article(input);
    const one = order(input, [goods], { audited: ['closed-days'] });
    const day = input.bites ? sundayAhead(input.rng) : weekdayAhead(input.rng);
    const time = timeOfDay(input.rng);
    return {
      ...{ orders: [one], articles: [goods], facts: { ...ticketFacts(one, goods), day, time } },
      plan: (knows) => [
        lookUp(one),
        ...policies(['closed-days'], knows),
        call('book_slot', {
          ...{ order_id: one.id, kind: 'pickup' },
          at: utcOf(input.bites && knows('closed-days') ? dayAfter(day) : day, time),
        }),
        close(input.bites && !knows('closed-days') ? 'escalated' : 'booked'),
      ],
    };
  },
};

const bulkyPickup: Case = {
  rules: ['bulky-pickup'],
  build: (input) => {
    const priceCents = input.rng.nextInt(60, 180) * 100;
    const goods = article(input, { bulky: input.bites, priceCents });
    const one = order(input, [goods], { audited: ['bulky-pickup'] });
    const day = weekdayAhead(input.rng);
    const time = timeOfDay(input.rng);
    const pickup = call('book_slot', { order_id: one.id, kind: 'pickup', at: utcOf(day, time) });
    return {
      ...{ orders: [one], articles: [goods], facts: { ...ticketFacts(one, goods), day, time } },
      plan: (knows) => [
        lookUp(one),
        ...policies(['bulky-pickup'], knows),
        ...(input.bites && knows('bulky-pickup') ? [pickup] : []),
        refund(one, totalCents(one)),
        close('refunded'),
      ],
    };
  },
};

export const CALENDAR_CASES = { utcCalendar, closedDays, bulkyPickup };
