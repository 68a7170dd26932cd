import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { StepForm } from './intake-fields';
import { KnownValues } from './known-values';

afterEach(cleanup);

const SUGGESTIONS = [
  { field: 'taskId', step: 'task', value: 'tsk_1', words: 'its task', source: 'serial run "A"' },
  { field: 'convergedScore', step: 'serial', value: 0.61, words: '61.0 %', source: 'serial run "A"' },
] as const;

function formOf(answers: StepForm['answers'], change: StepForm['change']): StepForm {
  return { answers, change, view: { suggestions: SUGGESTIONS } } as unknown as StepForm;
}

it('takes every known answer that is still open with one press, and leaves those that were given', async () => {
  const change = vi.fn();
  render(<KnownValues form={formOf({ taskId: 'tsk_own' }, change)} />);
  expect(screen.getByText('1 answer known from serial run "A"')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Fill in known answers' }));
  expect(change).toHaveBeenCalledWith({ convergedScore: 0.61 });
});

it('is not there once nothing known is open', () => {
  const { container } = render(<KnownValues form={formOf({ taskId: 'a', convergedScore: 0.5 }, vi.fn())} />);
  expect(container.textContent).toBe('');
});
