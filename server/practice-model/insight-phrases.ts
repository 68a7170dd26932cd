/** Phrases of which insights are made. Data only; how they are joined and known again is in insight-words. */
export type Choices<T = string> = readonly [T, ...T[]];

/** A thing to do, and its reason. */
export interface Advice {
  readonly step: string;
  readonly reason: string;
}

const advice = (step: string, reason: string): Advice => ({ step, reason });

export const LEADS: Choices = [
  'For',
  'With',
  'As for',
  'When it comes to',
  'In questions about',
  'When you are asked about',
];

/** For questions that are answered by a number. */
const ON_FIGURES: Choices<Advice> = [
  advice('write down each quantity with its unit first', 'because two of them look alike'),
  advice(
    'check which figure is the base and which is the change',
    'as the question may name them either way round',
  ),
  advice('convert every amount to the same unit first', 'since thousands and millions are mixed'),
  advice(
    'look at what the sentence measures, not at the nearest number',
    'as the number that counts often comes later',
  ),
  advice('settle the period that the figures belong to', 'because a month and a year give different answers'),
  advice('round only the last result', 'as rounding on the way moves the last digit'),
  advice('tell a stock at a date from a flow over a year', 'since only one of them belongs in the formula'),
  advice(
    'say the question in your own words before you calculate',
    'as similar questions differ in one word',
  ),
  advice('cross out the figures that the question does not need', 'because one is usually there to mislead'),
  advice('keep the signs as they are given', 'since a loss turns the result around'),
  advice('turn percentages into fractions before multiplying', 'or the result is a hundred times too large'),
  advice('name the numerator and the denominator first', 'as swapping them still gives a plausible number'),
];

/** For questions that are answered by a label. */
const ON_TAGS: Choices<Advice> = [
  advice('read the verb next to the figure', 'because it tells a cost from a payment'),
  advice('look for the noun that the figure counts', 'as the nearest noun is often another one'),
  advice('settle whether the figure is a balance or a change', 'since each has a tag of its own'),
  advice('check the date that goes with the figure', 'because a balance has one and an expense has a period'),
  advice('tell a rate from an amount by its sign', 'as both stand in one sentence'),
  advice('compare the two tags that fit best', 'since they differ in one word only'),
  advice('take the narrowest tag that still fits', 'as the wider one is there as well'),
  advice('read the whole record before the first tag', 'because later figures explain the earlier ones'),
  advice('match each figure to its own clause', 'since one sentence holds two of them'),
  advice('look who owes and who is owed', 'as the same loan has a tag on either side'),
  advice(
    'note whether the figure is a limit or what was used of it',
    'since a credit line has a tag for both',
  ),
  advice('tell what was planned from what was done', 'because only one of them was recognised'),
];

export const ADVICE = { figures: ON_FIGURES, tags: ON_TAGS } as const;

/** Reasons that go with every step. */
export const REASONS: Choices = [
  'since this is where most answers go wrong',
  'because similar questions differ in exactly this',
  'which takes a moment and saves the answer',
  'or the rest of the work is in vain',
];

const AFTER_FIGURES: Choices = [
  'write the formula next to the result',
  'compare the size of the result to the figures given',
  'keep to the form that the answer is wanted in',
  'read the last sentence once more at the end',
  'repeat the step with rounded figures',
  'work it out even where the question looks familiar',
  'ask yourself whether the result can be negative',
  'use no figure twice',
  'say so where two figures contradict each other',
  'put the result back into the question',
  'note in which order the figures are named',
  'add the unit only where it is asked for',
];

const AFTER_TAGS: Choices = [
  'use each tag as it is spelled in the list',
  'keep the answers in the order of the figures',
  'think again where the sentence looks familiar',
  'let two figures share a tag where both fit',
  'read the sentence before as well',
  'leave out tags that the list does not have',
  'begin with the figure that is the clearest',
  'check the other figures against the choice',
  'ignore words that only name the company',
  'decide by the meaning where the words differ',
  'cross out the tags that are taken already',
  'read the figure with its unit',
];

export const AFTERWARDS = { figures: AFTER_FIGURES, tags: AFTER_TAGS } as const;

/** Names of topics where the examples carry no group: every kind with every place. */
export const NAMES = {
  figures: {
    kinds: 'amounts,rates,prices,shares,terms,counts,costs,balances,changes,averages'.split(','),
    places: 'at a date,over a period,next to another figure,after a comparison,in a side note'.split(','),
  },
  tags: {
    kinds:
      'carried amounts,recognised costs,yearly rates,terms in years,counted items,unused credits,open claims'.split(
        ',',
      ),
    places: 'at a balance sheet date,for a whole year,in a list of several figures'.split(','),
  },
} as const;
