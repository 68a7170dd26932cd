import { cleanup, render, screen, within } from '@testing-library/react';
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
  it.each(
    RULES.flatMap((rule) => (rule.kind === 'refusal' ? [[rule.id, rule.sentence, rule] as const] : [])),
  )('%s is shown word for word: %s', (id, sentence, rule) => {
    const { code, howToProceed } = rule;
    const detail = `${sentence} Found: <none> & "nothing".`;
    render(
      <ProblemNotice error={problemOf({ detail, code, ruleId: id, howToProceed: [...howToProceed] })} />,
    );
    const alert = within(screen.getByRole('alert'));
    expect(alert.getByText(detail).textContent).toBe(detail);
    for (const step of howToProceed) expect(alert.getByText(step)).toBeTruthy();
    expect(alert.getByRole('link').getAttribute('href')).toBe(`/docs/rules#${id}`);
  });

  it('R-220 has no button that would pass a refusal by', () => {
    render(<ProblemNotice error={problemOf({})} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('names no rule where none has refused', () => {
    render(<ProblemNotice error={problemOf({ ruleId: null, requestId: 'req_1' })} />);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('req_1')).toBeTruthy();
  });
});
