import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from './button';

afterEach(cleanup);

const WHY = { sentence: 'Measure a baseline first.', link: { href: '/runs', label: 'Open the runs' } };

describe('a button that is blocked', () => {
  it('is reached by Tab, says why and leads on, and cannot be pressed', async () => {
    const [pressed, sent] = [vi.fn(), vi.fn((event: Event) => event.preventDefault())];
    render(
      <form onSubmit={(event) => sent(event.nativeEvent)}>
        <Button type="submit" blocked={WHY} onClick={pressed}>
          Promote
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'Promote' });
    expect(button.getAttribute('aria-description')).toBe(WHY.sentence);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.tab();
    expect(document.activeElement).toBe(button);
    expect(screen.getByText(WHY.sentence)).toBeTruthy();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(button);
    expect([pressed.mock.calls, sent.mock.calls]).toEqual([[], []]);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: WHY.link.label }));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText(WHY.sentence)).toBeNull();
  });

  it('is a button like any other once nothing blocks it', async () => {
    const pressed = vi.fn();
    render(
      <Button blocked={undefined} onClick={pressed}>
        Promote
      </Button>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Promote' }));
    expect(pressed).toHaveBeenCalledTimes(1);
    expect(screen.queryByText(WHY.sentence)).toBeNull();
  });
});
