import { pythonText } from '@/lib/testing/golden/python-values';
import type { TownState } from './town';

/** A task of the fake server: a state of the town at its start, and tests of the state at its end. */
export interface TownTask {
  readonly id: string;
  readonly instruction: string;
  readonly supervisor: {
    readonly first_name: string;
    readonly last_name: string;
    readonly email: string;
    readonly phone_number: string;
  };
  readonly datetime: string;
  readonly difficulty: number;
  readonly start: TownState;
  readonly tests: readonly TownTest[];
}

export interface TownTest {
  readonly requirement: string;
  /** Null = passed, else the reason. */
  readonly fault: (end: TownState, start: TownState) => string | null;
  /** Shown with a failure. */
  readonly source: string;
}

export const EMPTY: TownState = { notes: [], balance: 0, contacts: [], transfers: [], completed: null };

const OWNER = {
  first_name: 'Wilma',
  last_name: 'Okonjo',
  email: 'wilma@lindenmoor.example',
  phone_number: '5550142',
};
const CONTACTS = [
  { name: 'Tarek', account: 'LM-118' },
  { name: 'Ferry office', account: 'LM-204' },
];

/** Two scenarios of three variants: one looks up, one acts. */
export const TOWN_TASKS: readonly TownTask[] = [
  ...[
    { word: 'ferry', others: 5 },
    { word: 'bread', others: 9 },
    { word: 'choir', others: 2 },
  ].map(({ word, others }, at) => countingTask(`0a0e001_${at + 1}`, word, others)),
  ...[
    { name: 'Tarek', amount: 12 },
    { name: 'Ferry office', amount: 30 },
    { name: 'Tarek', amount: 7 },
  ].map(({ name, amount }, at) => payingTask(`0b0e002_${at + 1}`, name, amount)),
];

function countingTask(id: string, word: string, others: number): TownTask {
  const texts = [
    `${word} at nine`,
    ...Array.from({ length: others }, (_, at) => `water pot ${at}`),
    `more ${word}`,
  ];
  return {
    ...{ id, supervisor: OWNER, datetime: '2031-04-02T08:30:00', difficulty: 1 },
    instruction: `How many of my notes mention the word "${word}"?`,
    start: { ...EMPTY, notes: texts.map((text, at) => ({ id: at + 1, text })) },
    tests: [sameRecords(), answerIs(2)],
  };
}

function payingTask(id: string, name: string, amount: number): TownTask {
  const account = CONTACTS.find((contact) => contact.name === name)?.account ?? '';
  const right = { to: account, amount, reason: 'thanks' };
  return {
    ...{ id, supervisor: OWNER, datetime: '2031-04-02T17:00:00', difficulty: 2 },
    instruction: `Send ${amount} crowns to ${name}, with the reason "thanks".`,
    start: { ...EMPTY, balance: 100, contacts: CONTACTS },
    tests: [
      {
        requirement: 'assert the notes did not change',
        source: 'test.case(notes_after == notes_before)',
        fault: (end, start) => difference(end.notes, start.notes),
      },
      {
        requirement: 'assert exactly one transfer was made, to the right account',
        source: 'test.case(new_transfers == wanted)',
        fault: (end, start) => difference(end.transfers.slice(start.transfers.length), [right]),
      },
    ],
  };
}

export function sameRecords(requirement = 'assert no records changed'): TownTest {
  return {
    ...{ requirement, source: 'test.case(changes == [])' },
    fault: (end, start) => difference({ ...end, completed: null }, { ...start, completed: null }),
  };
}

export function answerIs(answer: unknown, requirement = 'assert the answers match'): TownTest {
  return {
    ...{ requirement, source: 'test.case(a == b)' },
    fault: ({ completed }) => difference(completed?.answer ?? null, answer),
  };
}

function difference(found: unknown, wanted: unknown): string | null {
  const [a, b] = [pythonText(found), pythonText(wanted)];
  return a === b ? null : `${a} == ${b}`;
}
