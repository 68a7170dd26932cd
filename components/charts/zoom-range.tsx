'use client';

import { Slider } from 'radix-ui';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { type ChartZoom, clampZoom, ZOOM_LEAST, zoomPercents } from '@/lib/view/chart-zoom';

interface ZoomRangeProps {
  readonly zoom: ChartZoom | null;
  /** With every step of an end, so that the chart follows. */
  readonly onDrag: (zoom: ChartZoom | null) => void;
  /** Called when an end is released. */
  readonly onDrop: (zoom: ChartZoom | null) => void;
}

const zoomAt = ([left = 0, right = 100]: readonly number[]) => clampZoom(left / 100, right / 100);

/** Chooses the visible part of a chart's x axis. Placed below the drawing, as wide as the plot. */
export function ZoomRange({ zoom, onDrag, onDrop }: ZoomRangeProps) {
  const [left, right] = zoomPercents(zoom);
  return (
    <div className="mt-1">
      <Slider.Root
        value={[left, right]}
        onValueChange={(ends) => onDrag(zoomAt(ends))}
        onValueCommit={(ends) => onDrop(zoomAt(ends))}
        minStepsBetweenThumbs={ZOOM_LEAST}
        preserveThumbOrder
        title="Drag an end to zoom in"
        // The plot begins 52 px from the left and ends 28 px from the right; a thumb reaches 12 px beyond its place.
        className="relative mr-4 ml-10 flex h-6 touch-none select-none items-center"
      >
        <Slider.Track className="relative mx-3 h-0.5 flex-1 rounded-full bg-line">
          <Slider.Range
            className={classNames(
              'absolute h-full rounded-full',
              zoom === null ? 'bg-line-strong' : 'bg-honey',
            )}
          />
        </Slider.Track>
        <Edge label="Left edge of what is shown" percent={left} />
        <Edge label="Right edge of what is shown" percent={right} />
      </Slider.Root>
      <div className="flex min-h-7 items-center justify-between gap-2 pr-4 pl-13 text-ink-faint text-xs">
        {zoom === null ? null : (
          <>
            <span className="numbers">
              {left} % to {right} % of the axis is shown.
            </span>
            <Button size="sm" variant="ghost" onClick={() => onDrop(null)}>
              Whole axis
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** Small to the eye and large enough for a thumb. The visible part takes no pointer events: the slider handles its thumbs. */
function Edge({ label, percent }: { label: string; percent: number }) {
  return (
    <Slider.Thumb
      aria-label={label}
      aria-valuetext={`${percent} % of the axis`}
      className="flex size-6 cursor-ew-resize items-center justify-center rounded-full"
    >
      <span className="pointer-events-none size-3 rounded-full border-2 border-surface bg-honey ring-1 ring-honey-text" />
    </Slider.Thumb>
  );
}
