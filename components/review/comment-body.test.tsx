// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { CommentBody } from './comment-body';

afterEach(cleanup);

const ada = { userId: 'usr_ada', name: 'Ada', email: 'ada@example.com' };

function shown(body: string): HTMLElement {
  return render(<CommentBody body={body} mentions={[ada]} />).container;
}

describe('a comment', () => {
  it('runs nothing that its writer put in: no HTML, no script address, no picture', () => {
    const page = shown(
      '<script>alert(1)</script><b onclick="x()">b</b>\n\n[go](javascript:alert(1)) ![p](https://spy.example/p.png)',
    );
    expect(page.querySelector('script, b, img')).toBeNull();
    expect(page.innerHTML).not.toContain('javascript:');
    expect(page).toHaveProperty('textContent', expect.stringContaining('[picture: p]'));
  });

  it('opens links apart and tells them nothing of the page', () => {
    shown('[paper](https://paper.example/1)');
    const link = screen.getByRole('link', { name: 'paper' });
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(link.getAttribute('href')).toBe('https://paper.example/1');
  });

  it('marks who was mentioned, not who was not, and nothing in code', () => {
    const marked = [...shown('**Hi @Ada**, @Ben, `@Ada`').querySelectorAll('.bg-honey-wash')];
    expect(marked.map(({ textContent }) => textContent)).toEqual(['@Ada']);
  });

  it('keeps the headings of the page to itself', () => {
    shown('# Loud');
    expect(screen.queryByRole('heading')).toBeNull();
    expect(screen.getByText('Loud')).toBeTruthy();
  });
});
