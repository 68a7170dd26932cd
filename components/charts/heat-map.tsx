import type { HeatCell, HeatMap as Prepared } from '@/lib/view/run-diversity';
import { ChartBody } from './chart-body';

const CELL = 20;
const EDGE = 22;
/** Few groups do not grow to the size of the card: their numbers stay as large as other text. */
const SCALE_MAX = 1.6;

/** The upper triangle of similarities; a pair that counts as a copy carries a cross, so that colour does not say it alone. */
export function HeatMap({ map }: { map: Prepared }) {
  const side = EDGE + map.groups.length * CELL;
  return (
    <ChartBody aside={<HeatLegend />}>
      {() => (
        <svg
          viewBox={`0 0 ${side} ${side}`}
          className="mx-auto h-full w-full"
          style={{ maxHeight: side * SCALE_MAX }}
          preserveAspectRatio="xMidYMid meet"
          aria-hidden="true"
        >
          {map.groups.map((name, index) => (
            <g key={name} fontSize="9" fill="var(--ink-faint)" textAnchor="middle">
              <text x={EDGE + index * CELL + CELL / 2} y={EDGE - 8}>
                {name}
              </text>
              <text x={EDGE - 11} y={EDGE + index * CELL + CELL / 2 + 3}>
                {name}
              </text>
              <rect
                x={EDGE + index * CELL + 1}
                y={EDGE + index * CELL + 1}
                width={CELL - 2}
                height={CELL - 2}
                fill="var(--sunken)"
              />
            </g>
          ))}
          {map.cells.map((cell) => (
            <Pair key={`${cell.row}-${cell.column}`} cell={cell} />
          ))}
        </svg>
      )}
    </ChartBody>
  );
}

function Pair({ cell: { row, column, similarity, isCopy } }: { cell: HeatCell }) {
  const x = EDGE + column * CELL;
  const y = EDGE + row * CELL;
  return (
    <g>
      <title>{`Groups ${row + 1} and ${column + 1}: ${similarity.toFixed(2)}${isCopy ? ', above the limit' : ''}`}</title>
      <rect
        x={x + 1}
        y={y + 1}
        width={CELL - 2}
        height={CELL - 2}
        rx={2}
        fill={shadeOf(similarity)}
        stroke="var(--line)"
        strokeWidth={0.5}
      />
      {isCopy ? (
        <path
          d={`M${x + 6} ${y + 6}l8 8m0 -8l-8 8`}
          stroke="var(--ink)"
          strokeWidth={1.8}
          strokeLinecap="round"
        />
      ) : null}
    </g>
  );
}

const shadeOf = (similarity: number) =>
  `color-mix(in oklch, var(--series-1) ${Math.round(Math.min(1, Math.max(0, similarity)) * 100)}%, var(--surface))`;

function HeatLegend() {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="flex items-center gap-1.5">
        0, nothing alike
        <span
          aria-hidden
          className="h-2.5 w-20 rounded-xs border border-line"
          style={{ background: `linear-gradient(to right, ${shadeOf(0)}, ${shadeOf(1)})` }}
        />
        1, the same
      </span>
      <span>× above the limit: a copy</span>
    </span>
  );
}
