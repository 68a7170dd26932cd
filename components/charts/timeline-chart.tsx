import type { TimelineChart as Prepared, TimelineBar } from '@/lib/view/run-timeline';
import { ChartBody } from './chart-body';
import { seriesColour } from './chart-style';
import { Swatch } from './legend-marks';

const HEIGHT = 200;
const AXIS = 22;
const GAP_SHARE = 0.18;

/** A bar a call; those on the critical path are edged in ink and full, so that colour does not say it alone. */
export function TimelineChart({ chart }: { chart: Prepared }) {
  const rowHeight = HEIGHT / Math.max(1, chart.rows);
  const colours = new Map(chart.stages.map(({ key, colour }) => [key, seriesColour(colour)]));
  const at = (ms: number) => `${((ms / chart.length) * 100).toFixed(3)}%`;
  return (
    <ChartBody
      legend={chart.stages.map(({ key, name, colour }) => ({
        ...{ key, name, mark: <Swatch fill={seriesColour(colour)} /> },
      }))}
      aside={<CriticalMark />}
    >
      {(isShown) => (
        <svg className="h-full w-full overflow-visible" aria-hidden="true">
          {chart.xTicks.map((tick) => (
            <g key={tick}>
              <line
                x1={at(tick * 1000)}
                x2={at(tick * 1000)}
                y1={0}
                y2={HEIGHT}
                stroke="var(--line)"
                strokeDasharray="2 4"
              />
              <text
                x={at(tick * 1000)}
                y={HEIGHT + AXIS - 8}
                fontSize={11}
                fill="var(--ink-faint)"
                textAnchor={tick === 0 ? 'start' : 'middle'}
              >
                {tick} s
              </text>
            </g>
          ))}
          {chart.workers.length > 1
            ? chart.workers.map(({ name, row }) => (
                <g key={name}>
                  <line
                    x1="0"
                    x2="100%"
                    y1={row * rowHeight}
                    y2={row * rowHeight}
                    stroke="var(--line-strong)"
                  />
                  <text
                    x="100%"
                    y={row * rowHeight + 11}
                    fontSize={10}
                    fill="var(--ink-faint)"
                    textAnchor="end"
                  >
                    {name}
                  </text>
                </g>
              ))
            : null}
          {chart.bars
            .filter(({ stage }) => isShown(stage))
            .sort(criticalLast)
            .map((bar) => (
              <rect
                key={bar.key}
                x={at(bar.fromMs)}
                width={at(Math.max(chart.length / 1500, bar.toMs - bar.fromMs))}
                y={bar.row * rowHeight + (rowHeight * GAP_SHARE) / 2}
                height={rowHeight * (1 - GAP_SHARE)}
                rx={Math.min(2, rowHeight / 4)}
                fill={colours.get(bar.stage) ?? 'var(--ink-faint)'}
                fillOpacity={bar.isCritical ? 1 : 0.45}
                stroke={bar.isCritical ? 'var(--ink)' : 'none'}
                strokeWidth={bar.isCritical ? 1.2 : 0}
              >
                <title>{bar.label}</title>
              </rect>
            ))}
        </svg>
      )}
    </ChartBody>
  );
}

/** Drawn over the others, so that its edge is whole. */
const criticalLast = (a: TimelineBar, b: TimelineBar) => Number(a.isCritical) - Number(b.isCritical);

function CriticalMark() {
  return (
    <>
      <svg width="14" height="10" viewBox="0 0 14 10" aria-hidden="true" className="shrink-0">
        <rect
          {...{ x: 1, y: 1, width: 12, height: 8, rx: 2 }}
          fill="var(--surface)"
          stroke="var(--ink)"
          strokeWidth={1.4}
        />
      </svg>
      on the critical path
    </>
  );
}
