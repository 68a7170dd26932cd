import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { ImportPreviewView } from '@/lib/contracts/imports';
import { openRoleWords } from '@/lib/view/import-words';
import { MappingForm } from './mapping-form';

const COLUMNS = ['ticket', 'team', 'text'];
const none = { id: null, context: null, groupKey: null, sourceSplit: null };
const open = { why: 'noKnownName', candidates: COLUMNS } as const;
const PREVIEW: ImportPreviewView = {
  files: [{ name: 't.csv', format: 'csv', records: 2 }],
  fields: COLUMNS.map((path) => ({ path, samples: ['one'] })),
  preset: 'generic',
  mapping: { ...none, question: null, expected: null },
  unsettled: [
    { role: 'question', proposed: 'text', ...open },
    { role: 'expected', proposed: null, ...open },
  ],
  firstRecord: { where: 't.csv:2', text: '{ "ticket": "17" }' },
  isHead: false,
  examples: [],
  exampleCount: 0,
  duplicateCount: 0,
  faultCount: 0,
  faults: [],
  labels: null,
  privacy: [],
};

function shown() {
  const chosen: unknown[] = [];
  render(<MappingForm preview={PREVIEW} busy={false} onChange={(_, mapping) => chosen.push(mapping)} />);
  return chosen;
}
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Use these columns' }));

afterEach(cleanup);

describe('choosing columns', () => {
  it('shows the first record and a proposal, and sends nothing while a column is missing', async () => {
    const chosen = shown();
    expect(screen.getByText('{ "ticket": "17" }')).toBeTruthy();
    expect((screen.getByLabelText('Question') as HTMLSelectElement).value).toBe('text');
    expect((screen.getByLabelText('Expected answer') as HTMLSelectElement).value).toBe('');
    await confirm();
    expect(chosen).toEqual([]);
    expect(screen.getByLabelText('Expected answer').getAttribute('aria-invalid')).toBe('true');
  });

  it('sends what was picked, by column or by hand', async () => {
    const chosen = shown();
    await userEvent.selectOptions(screen.getByLabelText('Expected answer'), 'ticket');
    await userEvent.selectOptions(screen.getByLabelText(/^Context/), 'Path, text or template…');
    await userEvent.type(screen.getByLabelText('Context: path, text or template'), '=From the desk');
    await confirm();
    expect(chosen).toEqual([
      {
        ...none,
        question: { path: 'text' },
        expected: { path: 'ticket' },
        context: { constant: 'From the desk' },
      },
    ]);
  });

  const hintOf = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent;

  it('marks a guess, asks where there is none, and stops asking once a column is chosen', async () => {
    shown();
    expect(hintOf(screen.getByLabelText('Question'))).toBe(openRoleWords(PREVIEW.unsettled[0]));
    const expected = screen.getByLabelText('Expected answer');
    expect(hintOf(expected)).toBe(openRoleWords(PREVIEW.unsettled[1]));
    await confirm();
    await userEvent.selectOptions(expected, 'team');
    expect(hintOf(expected)).not.toBe(openRoleWords(PREVIEW.unsettled[1]));
    expect(expected.getAttribute('aria-invalid')).toBeNull();
  });

  it('shows published formats only in a fold, unless the file has one', async () => {
    shown();
    expect(screen.queryByText('FiNER')).toBeNull();
    cleanup();
    render(<MappingForm preview={{ ...PREVIEW, preset: 'finer' }} busy={false} onChange={() => undefined} />);
    expect(screen.getByText('FiNER')).toBeTruthy();
  });
});
