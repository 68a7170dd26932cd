'use client';

import { usePageKeys } from '@/components/ui/use-page-keys';
import { JUDGEMENTS } from '@/lib/view/judge-queue';

export interface JudgeKeys {
  readonly onJudge: (value: number) => void;
  readonly onSkip: () => void;
  readonly onUndo: () => void;
  readonly onSteps: () => void;
  readonly onNote: () => void;
}

/** Controls that Enter presses. */
const PRESSED = 'a, button, summary, [role="button"]';

/** 1 to 5 judge, s skips, u undoes, t and Enter show the steps, e goes to the note. A key that is held counts once. */
export function useJudgeKeys(keys: JudgeKeys): void {
  usePageKeys((event) => {
    if (event.repeat) return;
    const judgement = JUDGEMENTS.find(({ key }) => key === event.key);
    if (judgement) keys.onJudge(judgement.value);
    else if (event.key === 's') keys.onSkip();
    else if (event.key === 'u') keys.onUndo();
    else if (event.key === 't' || (event.key === 'Enter' && !isPressed(event.target))) keys.onSteps();
    else if (event.key === 'e') {
      // Else the letter would be typed into the note.
      event.preventDefault();
      keys.onNote();
    }
  });
}

const isPressed = (target: EventTarget | null) =>
  target instanceof Element && target.closest(PRESSED) !== null;
