'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { useMemo, useState } from 'react';
import { type ChartZoom, zoomOf, zoomText } from '@/lib/view/chart-zoom';

/** What of its x axis a chart shows, as the address holds it, and while an end is dragged as it is dragged. */
export function useChartZoom() {
  const [text, setText] = useQueryState('zoom', parseAsString);
  const [dragged, setDragged] = useState<{ readonly over: string | null; readonly zoom: ChartZoom | null }>();
  // Void as soon as the address says something else. A key reports its drag after its drop: no order is relied on.
  if (dragged !== undefined && dragged.over !== text) setDragged(undefined);
  const kept = useMemo(() => zoomOf(text), [text]);
  return {
    zoom: dragged === undefined ? kept : dragged.zoom,
    drag: (zoom: ChartZoom | null) => setDragged({ over: text, zoom }),
    drop: (zoom: ChartZoom | null) => {
      setDragged(undefined);
      void setText(zoomText(zoom));
    },
  };
}
