import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ScoreDoubt } from '@/lib/domain/score-doubt';
import { EMPTY_RUN_STATE, type RunState } from '@/lib/projection/run-state';
import { PlaybookPanel } from './playbook-panel';

const HASHES = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string];
const FRAMED = 'You are the generator.\n\n<playbook>\n## BEST\n</playbook>';
const copied: string[] = [];

function state(): RunState {
  const candidates = HASHES.map((hash, index) => ({
    ...{ hash, iteration: index - 1, text: `## ${hash.slice(0, 1)}`, bullets: index, tokens: 1 },
  })) as unknown as RunState['candidates'];
  const measured = (hash: string, mean: number, best: boolean) => ({
    ...{ candidateHash: hash, best, score: { mean, lower: 0, upper: 1, n: 300 } },
  });
  const measurements = [
    measured(HASHES[0], 0.7, true),
    measured(HASHES[1], 0.873, true),
    measured(HASHES[2], 0.85, false),
  ] as unknown as RunState['measurements'];
  const started = { seedCandidateHash: HASHES[0] } as unknown as RunState['started'];
  return { ...EMPTY_RUN_STATE, started, candidates, measurements };
}

beforeEach(() => {
  copied.length = 0;
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  vi.stubGlobal('navigator', { ...navigator, clipboard });
  vi.stubGlobal('fetch', async (url: string) => {
    const asMeasured = {
      readBy: 'model' as const,
      ...{ text: FRAMED, questionForm: '<question>\n{question}\n</question>', contextForm: 'context form' },
      responseFormat: 'json_object',
    };
    const seen = url.includes('/candidates/')
      ? { text: '## BEST', asMeasured }
      : { items: [], nextCursor: null };
    return new Response(JSON.stringify(seen), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(searchParams = '', doubt: Pick<ScoreDoubt, 'code'> | null = null) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <NuqsTestingAdapter hasMemory searchParams={searchParams}>
        <PlaybookPanel
          runId="run_a"
          origin={{ split: 'train', hardware: 'this machine', practice: true }}
          state={state()}
          seedText="## a"
          isBook
          doubt={doubt}
        />
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
}

const copyButton = async (name: string) => {
  const found = await screen.findByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false));
  return found.isConnected ? found : screen.getByRole('button', { name });
};

describe('the versions of a prompt', () => {
  it('open at the best one, not the newest, and copying it copies the message as measured', async () => {
    show();
    fireEvent.click(await copyButton('Copy best prompt, v1, 87.3 %'));
    await waitFor(() => expect(copied).toEqual([FRAMED]));
    expect(screen.getByText(/system message as measured: 54 characters, of which 7/)).toBeTruthy();
  });

  it('name another version and its score where one is chosen', async () => {
    show(`?to=${HASHES[2]}`);
    expect(await copyButton('Copy v2, 85.0 %')).toBeTruthy();
  });

  it('show every message that was sent', async () => {
    show('?view=sent');
    expect(await screen.findByText('context form')).toBeTruthy();
    expect(screen.getByText(/You are the generator/)).toBeTruthy();
  });

  it('carry no score that cannot be believed', async () => {
    show('', { code: 'contaminated' });
    expect(await copyButton('Copy best prompt, v1, score not valid')).toBeTruthy();
  });

  it('carry the score of an exploratory run with its label', async () => {
    show('', { code: 'exploratory' });
    expect(await copyButton('Copy best prompt, v1, 87.3 %, exploratory')).toBeTruthy();
  });
});
