import { describe, expect, it } from 'vitest';
import { insightDifference } from './insight-difference';

const bullet = (id: string, text: string) => `[${id}] helpful=1 harmful=0 :: ${text}`;
const texts = (insights: readonly { readonly text: string }[]) => insights.map(({ text }) => text);

const WINDOW = 'Check the refund window before you refund an order.';
const SIGN = 'Keep the sign of a loss when you compute the margin.';
const DATES = 'Write dates as year, month and day.';

describe('the insights of two prompts', () => {
  it('are kept word for word, whatever their ids and counters', () => {
    const found = insightDifference(
      `## A\n${bullet('calc-00001', WINDOW)}\n${bullet('calc-00002', SIGN)}`,
      `## B\n${bullet('misc-00009', SIGN)}`,
    );
    expect([texts(found.kept), texts(found.lost), found.added]).toEqual([[SIGN], [WINDOW], []]);
    expect(found.unit).toBe('bullet');
  });

  it('are merged where another line says nearly the same, and that line is no new one', () => {
    const into = 'Always check the refund window before you refund an order.';
    const found = insightDifference(bullet('calc-00001', WINDOW), bullet('calc-00007', into));
    expect(found.merged).toMatchObject([{ text: WINDOW, into }]);
    expect([found.lost, found.added]).toEqual([[], []]);
  });

  it('are lost where only the id is the same, since two runs count their ids apart', () => {
    const found = insightDifference(bullet('calc-00001', WINDOW), bullet('calc-00001', DATES));
    expect([texts(found.lost), texts(found.added), found.merged]).toEqual([[WINDOW], [DATES], []]);
  });

  it('are merged under one id from less likeness than under two', () => {
    const short = 'Check the refund window of the order.';
    const under = (id: string) => insightDifference(bullet('calc-00001', WINDOW), bullet(id, short));
    expect(under('calc-00001').merged).toHaveLength(1);
    expect(under('calc-00002').lost).toHaveLength(1);
  });

  it('are lines where a prompt has no bullets', () => {
    const found = insightDifference('Answer briefly.\n\nShow your work.', 'Show your work.\nCite a source.');
    expect(found.unit).toBe('line');
    expect([texts(found.kept), texts(found.lost), texts(found.added)]).toEqual([
      ['Show your work.'],
      ['Answer briefly.'],
      ['Cite a source.'],
    ]);
  });

  it('are found among thousands of lines that are much alike', () => {
    const many = (from: number) =>
      Array.from({ length: 3000 }, (_, at) =>
        bullet(`c-${at}`, `Insight ${from + at} on topic ${at % 50}.`),
      ).join('\n');
    expect(insightDifference(many(0), many(1500)).kept).toHaveLength(1500);
  });
});
