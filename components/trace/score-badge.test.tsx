import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { SCORE_SOURCES } from '@/lib/domain/collected-trace';
import { ScoreBadge } from './score-badge';

afterEach(cleanup);

type Props = Parameters<typeof ScoreBadge>[0];

function badge(props: Props) {
  const { container } = render(<ScoreBadge {...props} />);
  const shown = container.firstElementChild as HTMLElement;
  return { text: shown.textContent?.replaceAll('\u00a0', ' '), look: shown.className };
}

describe('a score badge', () => {
  it.each(SCORE_SOURCES)('shows the score and its source (%s)', (by) => {
    expect(badge({ score: 0.5, by }).text).toBe(`50.0 % ${by}`);
  });

  it.each<[Props, string]>([
    [{ score: 0, by: 'file' }, '0.0 % file'],
    [{ score: 1, by: null }, '100.0 %'],
    [{ score: null, by: null }, 'Not judged'],
    [{ score: null, by: null, hasError: true }, 'Error'],
    [{ score: 0.25, by: 'person', hasError: true }, '25.0 % person'],
  ])('shows %j as "%s"', (props, text) => {
    expect(badge(props).text).toBe(text);
  });

  it.each([
    [1, 'text-good'],
    [0.75, 'text-good'],
    [0.5, 'text-ink-soft'],
    [0.25, 'text-bad'],
    [0, 'text-bad'],
  ])('marks good and bad scores (%d as %s)', (score, tone) => {
    expect(badge({ score, by: 'person' }).look).toContain(tone);
  });
});
