import { CircleCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Fold } from '@/components/ui/fold';
import { keptFigures } from '@/components/ui/kept-figures';
import type { Tone } from '@/lib/view/tone';

const LOOKS: Readonly<Record<Tone, readonly [typeof Info, string]>> = {
  neutral: [Info, 'text-ink-faint'],
  info: [Info, 'text-info'],
  good: [CircleCheck, 'text-good'],
  honey: [TriangleAlert, 'text-honey-text'],
  bad: [OctagonAlert, 'text-bad'],
};

interface NoteProps {
  readonly tone?: Tone;
  readonly title: ReactNode;
  readonly action?: ReactNode;
  /** Explanation that is shown on demand. */
  readonly children?: ReactNode;
}

/** One line about a run next to its curve, with its explanation folded. */
export function Note({ tone = 'neutral', title, action, children }: NoteProps) {
  const [Icon, ink] = LOOKS[tone];
  return (
    <li className="flex items-start gap-2.5 border-line border-b py-2 text-[0.8125rem] first:pt-0 last:border-b-0 last:pb-0">
      <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        {children ? (
          <Fold summary={keptFigures(title)}>
            <div className="break-words text-ink-soft">{keptFigures(children)}</div>
          </Fold>
        ) : (
          <p>{keptFigures(title)}</p>
        )}
      </div>
      {action}
    </li>
  );
}
