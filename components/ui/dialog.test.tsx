import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Dialog } from './dialog';

afterEach(cleanup);

function Asked({ isMounted }: { isMounted: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      {open || isMounted ? (
        <Dialog open={open} onOpenChange={setOpen} title="Sure?">
          <input aria-label="Why" />
        </Dialog>
      ) : null}
    </>
  );
}

describe('a dialog', () => {
  it.each([
    ['that is always there', true],
    ['that is there only while it is open', false],
  ])('%s gives the focus back to what opened it', async (_, isMounted) => {
    const user = userEvent.setup();
    render(<Asked isMounted={isMounted} />);
    const opener = screen.getByRole('button', { name: 'Ask' });
    await user.click(opener);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Why' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });
});
