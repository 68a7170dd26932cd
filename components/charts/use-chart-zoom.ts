'use client';

import { parseAsString, useQueryStates } from 'nuqs';
import { useMemo, useState } from 'react';
import { type ChartZoom, zoomOf, zoomText } from '@/lib/view/chart-zoom';

/** Charts of a `zoom` without a name, as in links from before each chart had its own zoom. */
const MEANT_BY_NO_NAME: readonly string[] = ['held-out', 'scores'];

/** Visible part of a chart's x axis, from the address, or from the drag in progress. */
export function useChartZoom(chart: string) {
  const name = `zoom.${chart}`;
  const [words, setWords] = useQueryStates({ [name]: parseAsString, zoom: parseAsString });
  const text = words[name] ?? (MEANT_BY_NO_NAME.includes(chart) ? words.zoom : null) ?? null;
  const [dragged, setDragged] = useState<{ readonly over: string | null; readonly zoom: ChartZoom | null }>();
  // Void as soon as the address says something else. A key reports its drag after its drop: no order is relied on.
  if (dragged !== undefined && dragged.over !== text) setDragged(undefined);
  const kept = useMemo(() => zoomOf(text), [text]);
  return {
    zoom: dragged === undefined ? kept : dragged.zoom,
    drag: (zoom: ChartZoom | null) => setDragged({ over: text, zoom }),
    drop: (zoom: ChartZoom | null) => {
      setDragged(undefined);
      void setWords({ [name]: zoomText(zoom), ...(MEANT_BY_NO_NAME.includes(chart) ? { zoom: null } : {}) });
    },
  };
}
