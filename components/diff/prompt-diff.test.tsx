import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PromptDiff } from './prompt-diff';

afterEach(cleanup);

const BEFORE = '## A\n[a-00001] helpful=0 harmful=0 :: Check signs.\n';
const AFTER = '## A\n[a-00001] helpful=1 harmful=0 :: Check units.\n';

describe('the difference of two prompts', () => {
  it('is shown by line, word or bullet, in one column or two, and the address says which', async () => {
    const onUrlUpdate = vi.fn();
    render(
      <NuqsTestingAdapter searchParams="?layout=inline" onUrlUpdate={onUrlUpdate} hasMemory>
        <PromptDiff before={BEFORE} after={AFTER} />
      </NuqsTestingAdapter>,
    );
    expect(screen.getByRole('table', { name: 'Difference by line' })).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Side by side' }));
    await waitFor(() => expect(screen.getByRole('columnheader', { name: 'Before' })).toBeTruthy());
    expect(screen.getByText('signs').tagName).toBe('DEL');
    expect(onUrlUpdate.mock.lastCall?.[0].queryString).toContain('layout=sides');
    fireEvent.click(screen.getByRole('radio', { name: 'Bullets' }));
    await waitFor(() => expect(screen.getByText('± changed')).toBeTruthy());
  });

  it('offers no bullets where neither text has any, and says where both are the same', () => {
    render(
      <NuqsTestingAdapter searchParams="?diff=bullets">
        <PromptDiff before="Be brief." after="Be brief." />
      </NuqsTestingAdapter>,
    );
    expect(screen.queryByRole('radio', { name: 'Bullets' })).toBeNull();
    expect(screen.getByText('Both say the same, letter by letter.')).toBeTruthy();
  });

  it('hides long stretches that stayed until they are opened', () => {
    const rest = Array.from({ length: 30 }, (_, at) => `Rule ${at + 1}.`).join('\n');
    render(
      <NuqsTestingAdapter>
        <PromptDiff before={`Old.\n${rest}\n`} after={`New.\n${rest}\n`} />
      </NuqsTestingAdapter>,
    );
    expect(screen.queryByText('Rule 20.')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show 27 unchanged lines' }));
    expect(screen.getByText('Rule 20.')).toBeTruthy();
  });
});
