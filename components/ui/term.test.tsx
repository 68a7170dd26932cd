import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { GLOSSARY, TERM_IDS, termAddress } from '@/lib/words/glossary';
import { Dialog } from './dialog';
import { Term } from './term';

afterEach(cleanup);

describe('a term', () => {
  it.each(TERM_IDS)('shows the entry of the glossary and leads to it: %s', async (id) => {
    render(<Term id={id} />);
    expect(screen.queryByRole('note')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: GLOSSARY[id].term }));
    const entry = screen.getByRole('note', { name: GLOSSARY[id].term });
    expect(entry.textContent).toContain(GLOSSARY[id].text);
    expect(screen.getByRole('link', { name: 'Glossary' }).getAttribute('href')).toBe(termAddress(id));
  });

  it('is opened and closed by the keyboard, which returns to the term', async () => {
    render(<Term id="n">n = 60</Term>);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('note')).toBeTruthy();
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Glossary' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('note')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'n = 60' }));
  });

  it('closes by Escape and leaves a dialog around it open', async () => {
    const closed: boolean[] = [];
    render(
      <Dialog open onOpenChange={(open) => closed.push(!open)} title="Around it">
        <Term id="paired" />
      </Dialog>,
    );
    await userEvent.click(screen.getByRole('button', { name: GLOSSARY.paired.term }));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('note')).toBeNull();
    expect(closed).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(closed).toEqual([true]);
  });

  it('closes by a press outside, not by one inside', async () => {
    render(
      <>
        <Term id="point" />
        <p>Elsewhere</p>
      </>,
    );
    await userEvent.click(screen.getByRole('button'));
    await userEvent.click(screen.getByText(GLOSSARY.point.text));
    expect(screen.getByRole('note')).toBeTruthy();
    await userEvent.click(screen.getByText('Elsewhere'));
    expect(screen.queryByRole('note')).toBeNull();
  });
});
