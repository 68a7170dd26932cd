import { describe, expect, it } from 'vitest';
import { screenText } from './screen-text';
import { endOfShell, NO_FACTS, sessionNotes } from './session-notes';

describe('notes of a terminal', () => {
  it('are none where the screen says everything', () => {
    expect(sessionNotes(NO_FACTS)).toEqual([]);
    expect(sessionNotes({ ...NO_FACTS, charactersLeftOut: 3 })).toEqual([]);
  });

  it('are one line each, in brackets', () => {
    const notes = sessionNotes({
      ...{ ended: 'The shell has ended with code 0.', program: 'vi', isPrinting: true, isDiskFull: true },
      ...{ bytesNotTyped: 7, isEchoOff: true, charactersLeftOut: 900 },
    });
    expect(notes).toHaveLength(7);
    for (const note of notes) expect(note).toMatch(/^\[[^\n]+\.\]$/);
  });

  it('tell a code from a signal, also where a parent says the signal as a code', () => {
    expect(endOfShell(3 << 8)).toContain('code 3');
    expect(endOfShell(137 << 8)).toContain('signal 9');
    expect(endOfShell(9)).toContain('signal 9');
  });
});

describe('the text of a screen', () => {
  it('has line ends and tabs, and no other control character', () => {
    expect(screenText('a\r\n\tb\u0000\u001b\u009b\ufffdc\u0007')).toEqual({
      text: 'a\n\tbc',
      charactersLeftOut: 4,
    });
  });
});
