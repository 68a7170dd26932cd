import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import type { InsightSteeringView, SteeredLineView } from '@/lib/contracts/insight-steering';
import { PlaybookText } from './playbook-text';

const TEXT = [
  '## OTHERS',
  '[misc-00001] helpful=2 harmful=0 :: Divide the gain by the cost.',
  '[misc-00002] helpful=0 harmful=1 :: Round to two digits.',
].join('\n');
const AT = '2026-11-24T02:00:00.000Z';
const line = (over: Partial<SteeredLineView>): SteeredLineView => ({
  ...{ bulletId: 'misc-00001', state: 'pinned', content: 'Divide the gain by the cost.', before: null },
  ...{ by: 'ada@example.org', at: AT, takenIteration: null, ...over },
});

const sent: unknown[] = [];
beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return new Response(JSON.stringify(steering([])), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const steering = (
  lines: SteeredLineView[],
  over: Partial<InsightSteeringView> = {},
): InsightSteeringView => ({
  ...{ runId: 'run_a', refusal: null, effect: 'nextIteration', lines, ...over },
});

function show(view: InsightSteeringView, mayExperiment = true) {
  const role = mayExperiment ? ('experimenter' as const) : ('viewer' as const);
  const viewer = { name: 'Ada', role, userId: 'u', workspaceName: 'W', mayExperiment, mayAdminister: false };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ViewerProvider viewer={viewer}>
        <main>
          <PlaybookText text={TEXT} onBullet={() => undefined} steering={view} />
        </main>
      </ViewerProvider>
    </QueryClientProvider>,
  );
}

async function choose(id: string, item: RegExp) {
  const button = screen.getByRole('button', { name: `Steer ${id}` });
  fireEvent.keyDown(button, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
}

describe('the lines of a playbook', () => {
  it('are pinned by one choice', async () => {
    show(steering([]));
    await choose('misc-00001', /Pin line/);
    await waitFor(() => expect(sent).toEqual([{ bulletId: 'misc-00001', action: 'pin' }]));
  });

  it('are banned after a confirmation that quotes the line', async () => {
    show(steering([]));
    await choose('misc-00002', /Ban line/);
    const dialog = await screen.findByRole('dialog', { name: 'Ban misc-00002?' });
    expect(within(dialog).getByText('Round to two digits.')).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Ban line' }));
    await waitFor(() => expect(sent.at(-1)).toEqual({ bulletId: 'misc-00002', action: 'ban' }));
  });

  it('are edited on one line, and an edit is undone with the text before', async () => {
    show(steering([line({ state: 'edited', content: 'Divide.', before: 'Divide the gain by the cost.' })]));
    expect(screen.getByText('New text: Divide.')).toBeTruthy();
    await choose('misc-00002', /Edit line/);
    const field = await screen.findByLabelText('Text of the line');
    fireEvent.change(field, { target: { value: 'Round to\nthree digits.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save line' }));
    const edit = { bulletId: 'misc-00002', action: 'edit', text: 'Round to three digits.' };
    await waitFor(() => expect(sent.at(-1)).toEqual(edit));
    await choose('misc-00001', /Undo edit/);
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ text: 'Divide the gain by the cost.' }));
  });

  it('say who decided what, and from when on; a banned line has its way back', async () => {
    const banned = line({ bulletId: 'misc-00009', state: 'banned', content: 'Guess.', takenIteration: 3 });
    show(steering([line({}), banned]));
    expect(screen.getByText('Pinned').parentElement?.textContent).toMatch(
      /by ada@example.org.*from the next iteration/,
    );
    const list = screen.getByRole('list', { name: 'Banned lines' });
    expect(list.textContent).toMatch(/Guess\..*since iteration 4/);
    fireEvent.click(within(list).getByRole('button', { name: 'Restore line' }));
    await waitFor(() => expect(sent).toEqual([{ bulletId: 'misc-00009', action: 'restore' }]));
  });

  it('cannot be steered by a viewer, nor where the method has none', () => {
    show(steering([]), false);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Steer misc-00001' }).disabled).toBe(true);
    cleanup();
    show(steering([], { refusal: 'This method has no lines.' }));
    expect(screen.queryByRole('button', { name: 'Steer misc-00001' })).toBeNull();
    expect(screen.getByText(/This method has no lines/)).toBeTruthy();
  });
});
