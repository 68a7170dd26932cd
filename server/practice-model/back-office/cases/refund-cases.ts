import type { RuleId } from '../rules';
import { daysBefore, goodwillCapCents, listCents, paidCents, TODAY, totalCents } from '../shop';
import {
  amountFact,
  article,
  type Case,
  type CaseInput,
  call,
  close,
  lookUp,
  order,
  pick,
  policies,
  refund,
  ticketFacts,
} from './situation';

/** Requests for money back, each with the one rule that decides it. */
function refundCase(rule: RuleId, build: (input: CaseInput) => ReturnType<Case['build']>): Case {
  return { rules: [rule], build };
}

const refundWindow = refundCase('refund-window', (input) => {
  const goods = article(input);
  const days = input.bites ? input.rng.nextInt(34, 80) : input.rng.nextInt(3, 26);
  const one = order(input, [goods], {
    orderedOn: daysBefore(TODAY, days + 4),
    deliveredOn: daysBefore(TODAY, days),
    audited: ['refund-window'],
  });
  return {
    ...{ orders: [one], articles: [goods], facts: ticketFacts(one, goods) },
    plan: (knows) => [
      lookUp(one),
      ...policies(['refund-window'], knows),
      ...(knows('refund-window') && input.bites
        ? [close('refused')]
        : [refund(one, totalCents(one)), close('refunded')]),
    ],
  };
});

const pricePaid = refundCase('price-paid', (input) => {
  const goods = article(input);
  const discountPercent = input.bites ? pick([10, 15, 20, 25, 30], input.rng) : 0;
  const one = order(input, [goods], { discountPercent, audited: ['price-paid'] });
  return {
    ...{ orders: [one], articles: [goods], facts: ticketFacts(one, goods) },
    plan: (knows) => [
      lookUp(one),
      ...policies(['price-paid'], knows),
      refund(one, (knows('price-paid') ? paidCents(one) : listCents(one)) + one.shippingCents),
      close('refunded'),
    ],
  };
});

const shippingFee = refundCase('shipping-fee', (input) => {
  const goods = article(input);
  const kept = article({ ...input, number: input.number + 1 });
  const one = order(input, input.bites ? [goods, kept] : [goods], { audited: ['shipping-fee'] });
  return {
    ...{ orders: [one], articles: [goods, kept], facts: ticketFacts(one, goods) },
    plan: (knows) => [
      lookUp(one),
      ...policies(['shipping-fee'], knows),
      refund(one, goods.priceCents + (knows('shipping-fee') && input.bites ? 0 : one.shippingCents)),
      close('refunded'),
    ],
  };
});

const approvalLimit = refundCase('approval-limit', (input) => {
  const goods = article(input, {
    priceCents: (input.bites ? input.rng.nextInt(210, 900) : input.rng.nextInt(20, 180)) * 100,
  });
  const one = order(input, [goods], { audited: ['approval-limit'] });
  const amount = totalCents(one);
  const approved = [call('request_approval', { order_id: one.id, amount: amount / 100 })];
  return {
    ...{ orders: [one], articles: [goods], facts: ticketFacts(one, goods) },
    plan: (knows) => [
      lookUp(one),
      ...policies(['approval-limit'], knows),
      ...(knows('approval-limit') && input.bites ? approved : []),
      refund(one, amount),
      close(knows('approval-limit') || !input.bites ? 'refunded' : 'escalated'),
    ],
  };
});

const goodwillCap = refundCase('goodwill-cap', (input) => {
  const goods = article(input, { priceCents: input.rng.nextInt(60, 160) * 100 });
  const one = order(input, [goods], { audited: ['goodwill-cap'] });
  const cap = goodwillCapCents(one);
  const wish =
    Math.round((cap * (input.bites ? input.rng.nextInt(14, 25) : input.rng.nextInt(3, 9))) / 1000) * 100;
  return {
    ...{ orders: [one], articles: [goods] },
    facts: { ...ticketFacts(one, goods), amount: amountFact(wish) },
    plan: (knows) => [
      lookUp(one),
      ...policies(['goodwill-cap'], knows),
      refund(one, knows('goodwill-cap') ? Math.min(wish, cap) : wish),
      close('credited'),
    ],
  };
});

const openDispute = refundCase('open-dispute', (input) => {
  const goods = article(input);
  const one = order(input, [goods], { disputeOpen: input.bites, audited: ['open-dispute'] });
  return {
    ...{ orders: [one], articles: [goods], facts: ticketFacts(one, goods) },
    plan: (knows) => [
      lookUp(one),
      ...policies(['open-dispute'], knows),
      ...(knows('open-dispute') && input.bites
        ? [close('waiting')]
        : [refund(one, totalCents(one)), close('refunded')]),
    ],
  };
});

export const REFUND_CASES = { refundWindow, pricePaid, shippingFee, approvalLimit, goodwillCap, openDispute };
