import { CALENDAR_CASES } from './cases/calendar-cases';
import { REFUND_CASES } from './cases/refund-cases';
import type { Case } from './cases/situation';
import { STOCK_CASES } from './cases/stock-cases';
import { TWO_RULE_CASES } from './cases/two-rule-cases';

/**
 * The tickets' wordings: a case, and one template of it for each part of the split. No template is in two parts, so what is
 * measured on held-out was learned from other tickets. The rules are the same in all parts: they are what is learned.
 */
export const CASES = {
  ...REFUND_CASES,
  ...STOCK_CASES,
  ...CALENDAR_CASES,
  ...TWO_RULE_CASES,
} satisfies Record<string, Case>;
export type CaseName = keyof typeof CASES;
export const CASE_NAMES = Object.keys(CASES) as readonly CaseName[];

export type TaskPart = 'train' | 'heldOut' | 'confirmation';

export const TEMPLATES: Readonly<Record<CaseName, Readonly<Record<TaskPart, string>>>> = {
  refundWindow: {
    train:
      'Customer {customer} sends order {order} back, a {article}, and wants the money for it. Settle it.',
    heldOut:
      'Mail of {customer}: “The {article} of {order} is not for us after all. Please refund the whole order.”',
    confirmation:
      'The parcel of {order} came back unopened. {customer} asks for a full refund of the {article}.',
  },
  pricePaid: {
    train:
      'The {article} of {order} arrived broken. {customer} has returned it; refund the order with its shipping.',
    heldOut:
      '{customer} cancels {order} after delivery, the {article} is back on our shelf. Pay the order back, shipping included.',
    confirmation:
      'Please give {customer} the money of {order} back: the {article} had the wrong colour. Shipping is on us.',
  },
  shippingFee: {
    train:
      '{customer} returns the {article} of order {order}. It is here and in good condition: refund what is due.',
    heldOut: 'Return desk: “{article} from {order} received, customer {customer}. Please do the refund.”',
    confirmation: 'A {article} (order {order}) is back from {customer} and may be refunded as our rules say.',
  },
  approvalLimit: {
    train:
      'Order {order} of {customer} never reached them; the carrier lost the {article}. Refund the order in full.',
    heldOut:
      'The {article} of {order} failed on its first day, and {customer} wants no other one. Refund everything.',
    confirmation:
      'Carrier claim accepted for {order}: the {article} was crushed. Pay {customer} the whole order back.',
  },
  goodwillCap: {
    train:
      '{customer} had to wait two weeks for order {order} and asks for {amount} as a goodwill credit. Decide and credit.',
    heldOut:
      'The box of {order} was dented, the {article} is fine. {customer} would like {amount} for the trouble.',
    confirmation:
      '“{amount} off and I am happy again,” writes {customer} about the unfriendly driver of {order}. Grant what we may.',
  },
  openDispute: {
    train: '{customer} wants a refund of {order}; the {article} was delivered and has come back to us.',
    heldOut:
      'Second reminder by {customer}: the {article} of {order} was returned, where is the money? Please settle.',
    confirmation:
      'The returned {article} of {order} has been inspected and is fine. Finish the refund of {customer}.',
  },
  bulkyPickup: {
    train:
      '{customer} returns the {article} of {order}. They are at home on {day} at {time} UTC if something is to be collected.',
    heldOut:
      'Take back the {article} ({order}) and refund it in full. For anything that has to be fetched {customer} offers {day}, {time} UTC.',
    confirmation:
      'The {article} of {order} does not fit. {customer} gives it back; a driver could come on {day} at {time} UTC. Refund it.',
  },
  duplicateOrder: {
    train: 'Order {order} of {customer} is still on our list. Send the {article} out.',
    heldOut: 'Please get {order} off the backlog: one {article} for {customer}.',
    confirmation: '{customer} asks when {order} will leave. Have the {article} shipped today.',
  },
  newAddress: {
    train: 'Ship order {order} to {customer}: one {article}, paid yesterday.',
    heldOut: 'The payment of {customer} for {order} has arrived. Let the {article} go.',
    confirmation: '{order} is ready: a {article} for {customer}. Hand it to the carrier.',
  },
  reservedStock: {
    train: '{customer} waits for all units of {order}. Send the {article} if we have them, else see to it.',
    heldOut: 'Fulfil {order} for {customer}, every {article} on it.',
    confirmation: 'Warehouse asks what to do with {order} ({customer}, {article}). Work it off.',
  },
  restockFirst: {
    train: '{customer} wants to know a delivery day for {order}. Promise {day} at {time} UTC.',
    heldOut: 'Fix the delivery of {order} with the {article} for {day}, {time} UTC; {customer} has agreed.',
    confirmation:
      'Enter {day} {time} UTC as the delivery of {order}. {customer} takes the day off for the {article}.',
  },
  fullCartons: {
    train: 'The shelf of the {article} ({sku}) runs low. Order {quantity} more.',
    heldOut: 'Please buy {quantity} units of {sku}, the {article}, before the weekend.',
    confirmation: 'Purchase list: {article}, {sku}, {quantity} units. Place the order.',
  },
  partShipment: {
    train: 'Order {order} of {customer} is due. Send the {article} as well as you can.',
    heldOut: '{customer} is in a hurry with {order}. What can be done about the {article}? Do it.',
    confirmation: 'Work on {order}: {customer} needs each {article} as soon as possible.',
  },
  successor: {
    train: '{customer} ordered a {article} with {order}. Please send what belongs to it.',
    heldOut: 'Dispatch {order} for {customer}; it asks for {sku}, the {article}.',
    confirmation: '{order} has been open for a week. {customer} wants the {article}; bring it to an end.',
  },
  utcCalendar: {
    train: '{customer} asks for a call about {order} on {day} at {time} their time ({zone}). Book it.',
    heldOut:
      'Please ring {customer} about the {article} of {order}: {day}, {time} on their clock, which is {zone}.',
    confirmation: 'Call back {customer} ({order}). They can talk on {day} at {time}; they live in {zone}.',
  },
  closedDays: {
    train: 'Book a pickup of the {article} of {order} for {customer} on {day} at {time} UTC.',
    heldOut:
      '{customer} will have the {article} ({order}) ready for collection on {day}, {time} UTC. Enter it.',
    confirmation: 'Have {order} collected at the door of {customer}: {day} at {time} UTC, one {article}.',
  },
  dearAndDiscounted: {
    train:
      'The {article} of {order} never worked. {customer} has sent it back; refund the order, shipping included.',
    heldOut:
      '{customer} was promised the money of {order}: the {article} is back, and its shipping is refunded as well.',
    confirmation:
      'Manufacturer’s recall: the {article} of {order} is returned by {customer}. Refund order and shipping.',
  },
  reservedInCartons: {
    train: 'Get {order} done for {customer}: all of the {article}, or what it takes to have them soon.',
    heldOut: '{customer} calls about {order}. Send every {article} or get hold of them.',
    confirmation: 'Clear {order} of {customer}. It holds several of the {article}; find a way.',
  },
  sundayElsewhere: {
    train:
      '{customer} has a {article} of {order} to give back. Book its pickup on {day} at {time} their time ({zone}).',
    heldOut:
      'Collection of {order}, a {article}: {customer} proposes {day}, {time} local time, and lives in {zone}.',
    confirmation: 'A driver is to fetch the {article} of {order}. {customer} says {day} at {time}, {zone}.',
  },
  bulkyPart: {
    train:
      'Of order {order} the {article} goes back. {customer} is in on {day} at {time} UTC should a driver come. Refund what is due.',
    heldOut:
      '{customer} keeps nothing that does not fit: the {article} of {order} is returned. Possible time for a driver: {day}, {time} UTC. Refund it.',
    confirmation:
      'Return of the {article} ({order}), agreed with {customer}, who could open the door on {day} at {time} UTC. Pay what we owe.',
  },
};
