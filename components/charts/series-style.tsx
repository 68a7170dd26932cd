import type { Series, SeriesColour } from '@/lib/view/series-chart';

/** Colours and legend that columns and lines share. */
export function colourOf(colour: SeriesColour): string {
  if (colour === 'ink') return 'var(--ink-faint)';
  return colour === 'line' ? 'var(--line-strong)' : `var(--series-${colour})`;
}

/** In the order in which the chart draws them, from the bottom. */
export function SeriesLegend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs">
      {series.map(({ key, name, colour }) => (
        <li key={key} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className="size-2.5 shrink-0 rounded-xs"
            style={{ background: colourOf(colour) }}
          />
          {name}
        </li>
      ))}
    </ul>
  );
}
