import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UploadTraces } from './upload-traces';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('an import of files of traces', () => {
  it('sends all files at once and says what was detected, imported, skipped and remarked', async () => {
    const sent: FormData[] = [];
    const outcome = {
      ...{ read: 5, stored: 3, doubles: 1 },
      saw: [
        { file: 'a.json', format: 'a trace of Langfuse', documents: 1 },
        { file: 'b.jsonl', format: 'an entry of a session log', documents: 1_200 },
      ],
      refused: [{ file: 'b.jsonl', reason: 'Line 2: the task is missing.' }],
    };
    vi.stubGlobal('fetch', async (_: string, { body }: { body: FormData }) => {
      sent.push(body);
      return Response.json(outcome);
    });
    render(
      <QueryClientProvider client={new QueryClient()}>
        <UploadTraces />
      </QueryClientProvider>,
    );
    const files = [new File(['{}'], 'a.json'), new File(['{}'], 'b.jsonl')];
    await userEvent.setup().upload(screen.getByLabelText(/Drop files here/), files);
    await screen.findByText('3 traces imported, 1 duplicate skipped, 1 remark.');
    const names = sent.map((body) => body.getAll('files').map((file) => (file as File).name));
    expect(names).toEqual([['a.json', 'b.jsonl']]);
    const formats = within(screen.getByRole('list', { name: 'Detected formats' })).getAllByRole('listitem');
    expect(formats.map(({ textContent }) => textContent)).toEqual([
      'a.json: a trace of Langfuse',
      'b.jsonl: an entry of a session log, 1,200 times',
    ]);
    const refused = within(screen.getByRole('list', { name: 'Remarks' }));
    expect(refused.getByRole('listitem').textContent).toBe('b.jsonl: Line 2: the task is missing.');
  });
});
