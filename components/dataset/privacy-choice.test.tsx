import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ImportPreviewView } from '@/lib/contracts/imports';
import { isPrivacyDecided, NO_PRIVACY_CHOICE, PrivacyChoice, privacyOfDraft } from './privacy-choice';

const place = { example: 3, field: 'question', start: 9, end: 29, masked: '••••@•••.••' } as const;
const FOUND: ImportPreviewView['privacy'] = [{ kind: 'email', count: 4, examples: 1, first: [place] }];

function Held() {
  const [draft, setDraft] = useState(NO_PRIVACY_CHOICE);
  return (
    <>
      <output>{isPrivacyDecided(FOUND, draft) ? JSON.stringify(privacyOfDraft(draft)) : 'undecided'}</output>
      <PrivacyChoice found={FOUND} draft={draft} onChange={setDraft} />
    </>
  );
}

afterEach(cleanup);

describe('personal data in files to import', () => {
  it('R-210 shows counts and first places, and is undecided until a person chooses', async () => {
    render(<Held />);
    expect(screen.getByText('example 3, question, 9 to 29')).toBeTruthy();
    expect(screen.getByText('undecided')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: /Strike it out/ }));
    expect(screen.getByText('{"privacy":{"choice":"redact"}}')).toBeTruthy();
  });

  it('R-210 takes "keep" only with a reason', async () => {
    render(<Held />);
    await userEvent.click(screen.getByRole('radio', { name: /Keep it/ }));
    expect(screen.getByText('undecided')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Why it is kept'), 'Made-up addresses.');
    expect(screen.getByText('{"privacy":{"choice":"keep","reason":"Made-up addresses."}}')).toBeTruthy();
  });

  it('R-210 asks nothing where nothing was found', () => {
    expect(isPrivacyDecided([], NO_PRIVACY_CHOICE)).toBe(true);
    expect(privacyOfDraft(NO_PRIVACY_CHOICE)).toEqual({});
  });
});
