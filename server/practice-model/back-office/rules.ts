/**
 * The sixteen rules of the back office: what its policy says, and the advice that a person would give to a new clerk.
 * A clerk who does not know a rule makes one specific mistake, and the office's tools name the rule at that step.
 */
export const RULE_IDS = [
  'refund-window',
  'price-paid',
  'shipping-fee',
  'approval-limit',
  'goodwill-cap',
  'open-dispute',
  'bulky-pickup',
  'duplicate-order',
  'new-address',
  'reserved-stock',
  'restock-first',
  'full-cartons',
  'part-shipment',
  'successor',
  'utc-calendar',
  'closed-days',
] as const;
export type RuleId = (typeof RULE_IDS)[number];

export const isRuleId = (text: string): text is RuleId => RULE_IDS.some((id) => id === text);

export interface Rule {
  /** As the policy tool and the office's audits say it. */
  readonly policy: string;
  /** The same advice in three wordings; a task teaches one of them. */
  readonly advice: readonly [string, string, string];
}

export const RULES: Readonly<Record<RuleId, Rule>> = {
  'refund-window': {
    policy:
      'Goods are refunded within 30 days of delivery. A later request is not refunded: close the ticket as refused.',
    advice: [
      'Check the refund window before you refund; the policy tool knows it.',
      'Count the days since delivery first: after 30 days a refund is refused, not paid.',
      'A late return gets no money back, so compare the delivery date with the refund window.',
    ],
  },
  'price-paid': {
    policy: 'A refund is what the customer paid: the list price less the discount of the order.',
    advice: [
      'Refund what the customer paid, not the list price; the order shows its discount.',
      'Take the discount of the order off the price before you enter a refund.',
      'Look for a discount on the order: the refund is the price after it.',
    ],
  },
  'shipping-fee': {
    policy: 'The shipping fee is refunded only where the whole order comes back.',
    advice: [
      'Refund the shipping fee only when the whole order comes back.',
      'Leave the shipping fee out of the refund when a customer keeps part of the order.',
      'For a single returned item refund its price alone, without the shipping fee.',
    ],
  },
  'approval-limit': {
    policy: 'A refund above 200.00 needs an approval over the same amount before it is paid.',
    advice: [
      'Ask for approval before you refund more than 200.00; without it the refund is turned down.',
      'A refund above 200.00 goes through request_approval first, over the same amount.',
      'When a large refund is turned down, request the approval and then pay it; do not escalate.',
    ],
  },
  'goodwill-cap': {
    policy: 'A goodwill credit is at most 15 % of the order, its shipping included.',
    advice: [
      'Cap a goodwill credit at 15 % of the order, whatever the customer asks for.',
      'Work out 15 % of the order total before you grant goodwill, and credit no more than that.',
      'Goodwill has a ceiling: the lower of the wish and 15 % of the order.',
    ],
  },
  'open-dispute': {
    policy:
      'While the bank has a dispute open over an order, nothing of it is refunded: close the ticket as waiting.',
    advice: [
      'Do not refund an order with an open dispute; the bank would pay it twice.',
      'See whether the bank has a dispute open, and let the ticket wait until it has decided.',
      'An open dispute comes before a refund: close the ticket as waiting.',
    ],
  },
  'bulky-pickup': {
    policy: 'Bulky goods are collected: book a pickup at the time the customer offers before the refund.',
    advice: [
      'Book a pickup before you refund something bulky; customers cannot post it.',
      'For bulky goods arrange the collection first, at the time the customer offers.',
      'Check whether the article is bulky: then a pickup belongs to the refund.',
    ],
  },
  'duplicate-order': {
    policy:
      'Of two equal orders by one customer on one day only one is sent: close the ticket of the second as duplicate.',
    advice: [
      'Look for a second order of the same day before you ship; customers press the button twice.',
      'List all orders of the customer first, and send a duplicate only once.',
      'Before sending an order out, make sure that its twin has not left already.',
    ],
  },
  'new-address': {
    policy:
      'An address that was changed within the last two days is confirmed before goods leave: close the ticket as waiting.',
    advice: [
      'Do not ship to an address that was changed yesterday; wait until it is confirmed.',
      'See when the address of the order was last changed, and hold fresh changes back.',
      'A fresh change of address is a warning sign: let the ticket wait instead of shipping.',
    ],
  },
  'reserved-stock': {
    policy:
      'Units reserved for others are not shipped. Where the free units do not suffice, order the quantity and close the ticket as waiting.',
    advice: [
      'Subtract reserved units before you ship; what is on the shelf may belong to others.',
      'Free stock is on hand minus reserved: ship from that, or order more and wait.',
      'Check the reserved units as well as the units on hand.',
    ],
  },
  'restock-first': {
    policy: 'A delivery is promised only for goods that are there or on order: order missing stock first.',
    advice: [
      'Order missing stock before you promise a delivery day.',
      'Check the shelf before booking a delivery, and restock first where it is empty.',
      'Never book a delivery for goods that are neither there nor on order.',
    ],
  },
  'full-cartons': {
    policy: 'Suppliers sell full cartons: the quantity of an order is rounded up to the carton.',
    advice: [
      'Order stock in full cartons: round the quantity up to the carton size.',
      'Look up the carton size before ordering from a supplier, and round up to it.',
      'When a supplier turns a quantity down, raise it to the next full carton.',
    ],
  },
  'part-shipment': {
    policy:
      'Where an order allows parts, what is there is sent at once and the rest ordered: close the ticket as shipped.',
    advice: [
      'Send what is there and order the rest when the order allows part shipments.',
      'Do not let a whole order wait for one missing unit: ship in parts where that is allowed.',
      'See whether parts are allowed; then ship the free units now and order only the missing ones.',
    ],
  },
  successor: {
    policy: 'A discontinued article is replaced by its successor, in the same quantity.',
    advice: [
      'Send the successor when an article is discontinued; check_stock names it.',
      'A discontinued article has a successor: ship that one instead of giving up.',
      'When an article cannot be shipped any more, look for the one that replaces it.',
    ],
  },
  'utc-calendar': {
    policy: 'The calendar is in UTC: times of customers are converted from their own time zone.',
    advice: [
      'Convert the customer’s local time before you book; the calendar is in UTC.',
      'Mind the time zone of a customer: subtract the offset to get the UTC time of the calendar.',
      'Book calls in UTC, so take the hours of the customer’s time zone off first.',
    ],
  },
  'closed-days': {
    policy:
      'Nothing is collected on Sundays: a pickup on a Sunday moves to the Monday after, at the same time.',
    advice: [
      'Move a Sunday pickup to the Monday after; nothing is collected on Sundays.',
      'Look at the weekday before booking a pickup: Sunday becomes Monday at the same time.',
      'When the calendar turns a Sunday down, book the next Monday instead of escalating.',
    ],
  },
};

export const RESOLUTIONS = [
  'refunded',
  'credited',
  'refused',
  'shipped',
  'ordered',
  'booked',
  'duplicate',
  'waiting',
  'escalated',
] as const;
export type Resolution = (typeof RESOLUTIONS)[number];
