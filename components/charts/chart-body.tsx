'use client';

import { EyeOff } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { classNames } from '@/components/ui/class-names';
import { isLastShown, pressSeries, shownSeries } from '@/lib/view/shown-series';
import { ChartPlace } from './chart-place';
import { DrawnInTurn } from './drawn-in-turn';

export interface LegendEntry {
  readonly key: string;
  readonly name: string;
  readonly mark: ReactNode;
  /** Shown after the name. */
  readonly note?: string;
}

/** True for a key without a legend entry. */
export type IsShown = (key: string) => boolean;

interface ChartBodyProps {
  /** The series, in the order in which the chart draws them; empty where there is but one. */
  readonly legend?: readonly LegendEntry[];
  /** Content next to the series in the legend. */
  readonly aside?: ReactNode;
  readonly children: (isShown: IsShown) => ReactNode;
}

/**
 * Legend and drawing of every chart. A click on a name hides or shows its series; the axes do not change, so that the
 * remaining series stay comparable.
 */
export function ChartBody({ legend = [], aside, children }: ChartBodyProps) {
  const place = useContext(ChartPlace);
  if (place === null) throw new Error('A chart needs a ChartFrame or another named place around it.');
  const keys = legend.map(({ key }) => key);
  const shown = new Set(shownSeries(keys, place.hidden));
  const hidden = new Set(keys.filter((key) => !shown.has(key)));
  return (
    <div className="flex h-full flex-col gap-1">
      {legend.length === 0 && aside === undefined ? null : (
        <ul
          aria-label={legend.length > 1 ? 'Series: press one to hide or show it' : 'Series'}
          className="fade-ends -m-1 flex max-h-21 shrink-0 flex-wrap gap-x-2 overflow-y-auto p-1 text-ink-soft text-xs"
        >
          {legend.map((entry) => (
            <li key={entry.key} className="min-w-0">
              {legend.length === 1 ? (
                <span className={ENTRY}>
                  <EntryText entry={entry} isShown />
                </span>
              ) : (
                <LegendButton
                  entry={entry}
                  isShown={!hidden.has(entry.key)}
                  isLast={isLastShown(keys, place.hidden, entry.key)}
                  onPress={() => place.onHidden(pressSeries(keys, place.hidden, entry.key))}
                />
              )}
            </li>
          ))}
          {aside === undefined ? null : <li className={ENTRY}>{aside}</li>}
        </ul>
      )}
      <div
        role="img"
        aria-label={place.label}
        aria-describedby={place.describedBy}
        className="min-h-0 w-full min-w-0 flex-1"
      >
        <DrawnInTurn>{children((key) => !hidden.has(key))}</DrawnInTurn>
      </div>
    </div>
  );
}

const ENTRY = 'flex min-h-6 min-w-0 items-center gap-1.5 px-1';

interface LegendButtonProps {
  readonly entry: LegendEntry;
  readonly isShown: boolean;
  readonly isLast: boolean;
  readonly onPress: () => void;
}

function LegendButton({ entry, isShown, isLast, onPress }: LegendButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isShown}
      aria-disabled={isLast || undefined}
      title={
        isLast
          ? 'The last series that is shown stays.'
          : isShown
            ? 'Shown: press to hide'
            : 'Hidden: press to show'
      }
      onClick={onPress}
      className={classNames(
        ENTRY,
        'max-w-full rounded-sm',
        isLast ? 'cursor-default' : 'cursor-pointer hover:bg-hover',
        isShown ? '' : 'text-ink-faint line-through',
      )}
    >
      <EntryText entry={entry} isShown={isShown} />
    </button>
  );
}

function EntryText({ entry: { mark, name, note }, isShown }: { entry: LegendEntry; isShown: boolean }) {
  return (
    <>
      {isShown ? mark : <EyeOff className="size-3.5 shrink-0" aria-hidden />}
      <span className="truncate">{name}</span>
      {note === undefined ? null : <span className="text-ink-faint">{note}</span>}
    </>
  );
}
