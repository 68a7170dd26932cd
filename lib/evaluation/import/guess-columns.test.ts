import { describe, expect, it } from 'vitest';
import { guessColumns } from './guess-columns';
import { lookInto } from './preview-import';

const rows = (header: string, lines: readonly string[]) =>
  lookInto([{ name: 't.csv', text: [header, ...lines].join('\n') }], { format: 'auto' });
const TICKETS = [
  '1,The printer on floor two jams all the time,IT',
  '2,My salary of October was not paid in full,HR',
  '3,The monitor stays black after the update,IT',
  '4,How many days of leave do I have this year,HR',
];
const guessed = (header: string, lines: readonly string[]) => {
  const { unsettled } = rows(header, lines);
  return Object.fromEntries(unsettled.map(({ role, proposed }) => [role, proposed]));
};

describe('a guess of columns', () => {
  it.each(['ticket,customer message,right team', 'ticket,customerMessage,Team', 'a,b,c'])(
    'finds question and answer, never the running number, under "%s"',
    (header) => {
      const [, question, expected] = header.split(',');
      expect(guessed(header, TICKETS)).toEqual({ question, expected });
    },
  );

  it('leaves the mapping open, so that a person chooses', () => {
    const { mapping, unsettled } = rows('ticket,customer message,right team', TICKETS);
    expect(mapping).toMatchObject({ question: null, expected: null });
    expect(unsettled).toHaveLength(2);
  });

  it.each([
    [['ticket_id', 'message_date', 'message', 'team'], 'message', 'team'],
    [['thing', 'part'], null, null],
    [['meta.question', 'meta.answer'], 'meta.question', 'meta.answer'],
  ])('reads the words of the names %j where there are no values', (paths, question, expected) => {
    expect(guessColumns(paths, new Map())).toEqual({ question, expected });
  });

  it('names no answer where two columns without a telling name hold few short values', () => {
    const lines = TICKETS.map((line, at) => `${line},${at % 2 === 0 ? 'high' : 'low'}`);
    expect(guessed('a,b,c,d', lines)).toEqual({ question: 'b', expected: null });
  });

  it('never gives one column both roles', () => {
    const { question, expected } = guessColumns(['answer text'], new Map());
    expect([question, expected]).toEqual(['answer text', null]);
  });

  it('takes numbered codes and dates for neither', () => {
    const values = new Map([
      ['code', ['T-101', 'T-102', 'T-103', 'T-104']],
      ['text', ['2026-11-01', '2026-11-01', '2026-11-02', '2026-11-02']],
    ]);
    expect(guessColumns(['code', 'text'], values)).toEqual({ question: null, expected: null });
  });
});
