import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { JudgedTrace } from '@/lib/view/judge-queue';
import { JudgeQueue } from './judge-queue';

afterEach(cleanup);

const trace = (number: number, part: Partial<JudgedTrace> = {}): JudgedTrace => ({
  ...{ id: `t${number}`, task: `Task ${number}`, output: `Answer ${number}`, error: null },
  ...{ service: 'desk', model: 'm-1', steps: 4, startedAt: '2026-11-02T10:00:00.000Z' },
  ...part,
});
const THREE = [trace(1), trace(2), trace(3)];

interface Setting {
  readonly queue?: readonly JudgedTrace[];
  readonly total?: number;
  readonly answer?: () => Promise<void>;
}

function show({ queue = THREE, total = queue.length, answer = async () => undefined }: Setting = {}) {
  const judged: unknown[][] = [];
  const judge = (...call: unknown[]) => {
    judged.push(call);
    return answer();
  };
  const steps = (id: string) => <p>Steps of {id}</p>;
  const view = render(<JudgeQueue queue={queue} total={total} judge={judge} steps={steps} />);
  const showAgain = (next: readonly JudgedTrace[]) =>
    view.rerender(<JudgeQueue queue={next} total={next.length} judge={judge} steps={steps} />);
  return { judged, showAgain, user: userEvent.setup() };
}

const shows = (number: number) => screen.findByRole('article', { name: `Trace t${number}` });
const progress = () => screen.getAllByRole('status')[0]?.textContent;
const button = (name: string) => screen.getByRole('button', { name });
const note = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' });

describe('a judge queue', () => {
  it('shows task, answer, error and facts of one trace', async () => {
    show({ queue: [trace(1, { error: 'Tool timed out', model: null })] });
    const shown = within(await shows(1));
    for (const text of ['Task 1', 'Answer 1', 'Tool timed out']) expect(shown.getByText(text)).toBeTruthy();
    expect(shown.getByText(/^desk/).textContent).toMatch(/^desk · 4 steps · 2 Nov 2026/);
  });

  it.each([
    ['1', 0],
    ['2', 0.25],
    ['3', 0.5],
    ['4', 0.75],
    ['5', 1],
  ])('gives a score by key %s and shows the next trace', async (key, value) => {
    const { judged, user } = show({ total: 100 });
    expect(progress()).toBe('0 judged, 100 to go');
    await user.keyboard(key);
    await shows(2);
    expect(judged).toEqual([['t1', value, '']]);
    expect(progress()).toBe('1 judged, 99 to go');
  });

  it.each([
    ['Wrong', 0],
    ['Mostly wrong', 0.25],
    ['Half right', 0.5],
    ['Mostly right', 0.75],
    ['Right', 1],
  ])('gives a score by the button %s', async (name, value) => {
    const { judged, user } = show();
    await user.click(button(name));
    await shows(2);
    expect(judged).toEqual([['t1', value, '']]);
  });

  it('does not press the same button again by Enter on the next trace', async () => {
    const { judged, user } = show();
    await user.click(button('Right'));
    await shows(2);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Task'));
    await user.keyboard('{Enter}');
    expect(screen.getByText('Steps of t2')).toBeTruthy();
    expect(judged).toHaveLength(1);
  });

  it('shows and hides the steps by Enter, t and the button, and hides them for the next trace', async () => {
    const { user } = show();
    const isShown = () => screen.queryByText('Steps of t1') !== null;
    await user.keyboard('{Enter}');
    expect(isShown()).toBe(true);
    await user.keyboard('t');
    expect(isShown()).toBe(false);
    await user.click(button('Show steps'));
    expect(button('Hide steps').getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{Enter}');
    expect(isShown()).toBe(false);
    await user.keyboard('ts');
    await shows(2);
    expect(screen.queryByText(/^Steps of/)).toBeNull();
  });

  it('skips a trace without a judgement and shows it again on request', async () => {
    const { judged, user } = show();
    await user.keyboard('s');
    await shows(2);
    expect(progress()).toBe('0 judged, 1 skipped, 2 to go');
    await user.keyboard('5');
    await shows(3);
    await user.keyboard('s');
    await user.click(await screen.findByRole('button', { name: 'Judge skipped traces' }));
    await shows(1);
    expect(judged).toEqual([['t2', 1, '']]);
  });

  it('takes the last judgement back by u, shows its trace, and keeps its note', async () => {
    const { judged, user } = show();
    await user.type(note(), 'too long{Enter}');
    await user.keyboard('2');
    await shows(2);
    await user.keyboard('u');
    await shows(1);
    expect(note().value).toBe('too long');
    await user.keyboard('4');
    await shows(2);
    expect(judged).toEqual([
      ['t1', 0.25, 'too long'],
      ['t1', null, ''],
      ['t1', 0.75, 'too long'],
    ]);
  });

  it('has nothing to undo at first', async () => {
    const { judged, user } = show();
    expect(button('Undo').hasAttribute('disabled')).toBe(true);
    await user.keyboard('su');
    await shows(2);
    expect(judged).toEqual([]);
  });

  it('takes keys as text while a note is typed, and as judgements after Enter', async () => {
    const { judged, user } = show();
    await user.keyboard('e');
    expect(document.activeElement).toBe(note());
    await user.keyboard('12 stu');
    expect([note().value, judged.length]).toEqual(['12 stu', 0]);
    await shows(1);
    await user.keyboard('{Enter}1');
    await shows(2);
    expect(judged).toEqual([['t1', 0, '12 stu']]);
    expect(note().value).toBe('');
  });

  it('counts a key that is held, or pressed while a judgement is saved, once', async () => {
    let save: () => void = () => undefined;
    const saved = new Promise<void>((resolve) => {
      save = resolve;
    });
    const { judged } = show({ answer: () => saved });
    fireEvent.keyDown(document.body, { key: '5' });
    fireEvent.keyDown(document.body, { key: '5', repeat: true });
    fireEvent.keyDown(document.body, { key: '1' });
    fireEvent.keyDown(document.body, { key: 's' });
    expect(screen.getByText('Saving…')).toBeTruthy();
    save();
    await shows(2);
    expect(judged).toEqual([['t1', 1, '']]);
  });

  it('stays on a trace whose judgement failed, and saves it on another try', async () => {
    let isAway = true;
    const { judged, user } = show({
      answer: async () => {
        if (isAway) throw new Error('The server is away.');
      },
    });
    await user.type(note(), 'bad');
    await user.keyboard('{Escape}3');
    expect((await screen.findByRole('alert')).textContent).toContain('The server is away.');
    await shows(1);
    expect([note().value, progress()]).toEqual(['bad', '0 judged, 3 to go']);
    isAway = false;
    await user.click(button('Try again'));
    await shows(2);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(judged).toEqual([
      ['t1', 0.5, 'bad'],
      ['t1', 0.5, 'bad'],
    ]);
  });

  it('stays on its trace when an undo fails', async () => {
    const answers = [async () => undefined, async () => Promise.reject(new Error('No.'))];
    const { user } = show({ answer: () => answers.shift()?.() ?? Promise.resolve() });
    await user.keyboard('5');
    await shows(2);
    await user.keyboard('u');
    await screen.findByRole('alert');
    await shows(2);
    expect(progress()).toBe('1 judged, 2 to go');
  });

  it('ends with a way back to the traces, and can still undo', async () => {
    const { user } = show();
    for (const next of [2, 3]) {
      await user.keyboard('5');
      await shows(next);
    }
    await user.keyboard('5');
    expect(await screen.findByText('All 3 are judged')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to traces' }).getAttribute('href')).toBe('/traces');
    await user.keyboard('u');
    await shows(3);
  });

  it('keeps its place when the list is fetched again without judged traces', async () => {
    const { user, showAgain } = show();
    await user.keyboard('5');
    await shows(2);
    showAgain([trace(3)]);
    await shows(2);
    expect(progress()).toBe('1 judged, 2 to go');
  });
});
