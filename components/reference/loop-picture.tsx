import { ScrollBox } from '@/components/ui/scroll-box';

/** One iteration of Combee from left to right: examples, agents, reflections, groups, and the next prompt. */
export function LoopPicture() {
  return (
    <ScrollBox
      label="One iteration as a picture"
      className="mb-5 overflow-x-auto rounded-lg border border-line bg-surface p-4"
    >
      <svg
        viewBox="0 0 720 232"
        role="img"
        aria-label="One iteration: a batch of examples is attempted by agents at once, each attempt gives a reflection, reflections are shuffled into groups, each group becomes an update, and the updates are joined into the next prompt."
        className="w-full min-w-[36rem]"
      >
        {COLUMNS.map(({ x, title, what }) => (
          <g key={title} textAnchor="middle">
            <text x={x} y={16} className="fill-ink font-medium text-[13px]">
              {title}
            </text>
            <text x={x} y={224} className="fill-ink-faint text-[11px]">
              {what}
            </text>
          </g>
        ))}
        <g className="stroke-line-strong" strokeWidth={1}>
          {ROWS.map((y, at) => (
            <g key={y}>
              <line x1={74} y1={y} x2={196} y2={y} />
              <line x1={224} y1={y} x2={346} y2={y} />
              <line x1={374} y1={y} x2={506} y2={GROUPS[(at * 2) % GROUPS.length]} />
              <line x1={374} y1={y} x2={506} y2={GROUPS[(at * 2 + 1) % GROUPS.length]} />
            </g>
          ))}
          {GROUPS.map((y) => (
            <line key={y} x1={534} y1={y} x2={630} y2={MIDDLE} />
          ))}
        </g>
        {ROWS.map((y) => (
          <g key={y}>
            <rect x={46} y={y - 7} width={28} height={14} rx={3} className="fill-sunken stroke-line-strong" />
            <circle cx={210} cy={y} r={9} className="fill-honey-wash stroke-honey-line" />
            <rect
              x={346}
              y={y - 7}
              width={28}
              height={14}
              rx={7}
              className="fill-sunken stroke-line-strong"
            />
          </g>
        ))}
        {GROUPS.map((y) => (
          <rect
            key={y}
            x={506}
            y={y - 12}
            width={28}
            height={24}
            rx={4}
            className="fill-honey-wash stroke-honey-line"
          />
        ))}
        <rect
          x={630}
          y={MIDDLE - 24}
          width={60}
          height={48}
          rx={6}
          className="fill-sunken stroke-line-strong"
        />
        <text x={660} y={MIDDLE + 4} textAnchor="middle" className="fill-ink font-medium text-[12px]">
          C′
        </text>
      </svg>
    </ScrollBox>
  );
}

const MIDDLE = 118;
/** Nine, so that their root is the three groups. */
const ROWS = [42, 61, 80, 99, 118, 137, 156, 175, 194];
const GROUPS = [60, 118, 176];

const COLUMNS = [
  { x: 60, title: 'Batch', what: 'n examples' },
  { x: 210, title: 'Agents', what: 'at once' },
  { x: 360, title: 'Reflections', what: 'two copies each' },
  { x: 520, title: 'Groups', what: 'about √n' },
  { x: 660, title: 'Next prompt', what: 'one joined update' },
];
