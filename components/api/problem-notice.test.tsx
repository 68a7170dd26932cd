import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { RULES } from '@/lib/policy/rules/table';
import { ApiProblem } from './client';
import { ProblemNotice } from './problem-notice';

afterEach(cleanup);

const problemOf = (given: Partial<ApiProblem['problem']>) =>
  new ApiProblem({
    title: 'Refused by a rule',
    status: 422,
    code: 'OPERATORS_LT_3',
    detail: 'With fewer than three operators, parallel groups look for the same thing.',
    fields: [],
    howToProceed: [],
    ruleId: 'R-101',
    ...given,
  });

describe('the notice of a refusal', () => {
  it('shows what every rule says word for word, its steps, and where it is written up', () => {
    for (const rule of RULES) {
      if (rule.kind !== 'refusal') continue;
      const { id, code, howToProceed } = rule;
      const detail = `${rule.sentence} Found: <none> & "nothing".`;
      const error = problemOf({ detail, code, ruleId: id, howToProceed: [...howToProceed] });
      const { container } = render(<ProblemNotice error={error} />);
      expect(container.querySelector('[role=alert] p')?.textContent, id).toBe(detail);
      expect([...container.querySelectorAll('li')].map((step) => step.textContent)).toEqual(howToProceed);
      expect(container.querySelector('a')?.getAttribute('href')).toBe(`/docs/rules#${id}`);
      cleanup();
    }
  });

  it('R-220 has no button that would pass a refusal by', () => {
    render(<ProblemNotice error={problemOf({})} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('calls a field as a person does, never by its path', () => {
    const fields = [{ path: 'body.contextTokens', message: 'Give at least 1.' }];
    render(<ProblemNotice error={problemOf({ fields })} />);
    expect(screen.getByText('Context tokens: Give at least 1.')).toBeTruthy();
    expect(screen.queryByText(/contextTokens/)).toBeNull();
  });

  it('names no rule where none has refused', () => {
    render(<ProblemNotice error={problemOf({ ruleId: null, requestId: 'req_1' })} />);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('req_1')).toBeTruthy();
  });
});
