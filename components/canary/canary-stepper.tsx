import { Check, CircleDashed, CircleDot, Minus, OctagonX } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import type { CanaryStep } from '@/lib/view/canary/stepper';

const LOOKS: Readonly<
  Record<
    CanaryStep['place'],
    { readonly icon: typeof Check; readonly classes: string; readonly word: string }
  >
> = {
  done: { icon: Check, classes: 'text-good', word: 'done' },
  here: { icon: CircleDot, classes: 'font-medium text-honey-text', word: 'here' },
  ahead: { icon: CircleDashed, classes: 'text-ink-faint', word: 'ahead' },
  ended: { icon: OctagonX, classes: 'font-medium text-bad', word: 'ended here' },
  skipped: { icon: Minus, classes: 'text-ink-faint', word: 'left out' },
};

/** The stages in their order; a word says what the sign and the colour say. */
export function CanaryStepper({ steps }: { steps: readonly CanaryStep[] }) {
  return (
    <ol aria-label="Stages of the canary" className="flex flex-wrap gap-x-5 gap-y-2">
      {steps.map(({ key, name, place, note }) => {
        const { icon: Icon, classes, word } = LOOKS[place];
        return (
          <li
            key={key}
            aria-current={place === 'here' ? 'step' : undefined}
            className={classNames('flex items-center gap-1.5 text-[0.8125rem]', classes)}
          >
            <Icon className="size-4 shrink-0" aria-hidden />
            <span>
              {name}
              <span className="sr-only">: {word}</span>
              {note ? <span className="text-xs"> ({note.toLowerCase()})</span> : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
