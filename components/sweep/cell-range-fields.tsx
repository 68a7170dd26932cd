import { Input, Select } from '@/components/ui/input';
import { numberIn, type ParallelAxis, type ValueRange, type ValueRanges } from '@/lib/view/parallel-chart';

interface CellRangeFieldsProps {
  readonly axes: readonly ParallelAxis[];
  readonly ranges: ValueRanges;
  readonly onRange: (key: string, range: ValueRange | null) => void;
}

/** The ranges of the axes without drawing: with the keyboard, or as exact numbers. */
export function CellRangeFields({ axes, ranges, onRange }: CellRangeFieldsProps) {
  return (
    <div className="mt-3 grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {axes.map((axis) => (
        <RangeOfAxis
          key={axis.key}
          axis={axis}
          range={ranges[axis.key] ?? { from: null, to: null }}
          onRange={(range) => onRange(axis.key, range)}
        />
      ))}
    </div>
  );
}

interface RangeOfAxisProps {
  readonly axis: ParallelAxis;
  readonly range: ValueRange;
  readonly onRange: (range: ValueRange) => void;
}

function RangeOfAxis({ axis, range, onRange }: RangeOfAxisProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-ink-soft text-xs">{axis.name}</legend>
      <div className="flex items-center gap-2 text-ink-faint text-xs">
        <RangeEnd
          axis={axis}
          end="from"
          value={range.from}
          onChange={(from) => onRange({ ...range, from })}
        />
        to
        <RangeEnd axis={axis} end="to" value={range.to} onChange={(to) => onRange({ ...range, to })} />
      </div>
    </fieldset>
  );
}

interface RangeEndProps {
  readonly axis: ParallelAxis;
  readonly end: 'from' | 'to';
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

function RangeEnd({ axis, end, value, onChange }: RangeEndProps) {
  const control = {
    'aria-label': `${axis.name} ${end}`,
    value: value ?? '',
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange(numberIn(event.target.value)),
  };
  if (axis.levels === null) {
    const open = end === 'from' ? axis.ticks[0] : axis.ticks.at(-1);
    return <Input {...control} type="number" step="any" className="min-w-0" placeholder={open?.label} />;
  }
  return (
    <Select {...control} className="min-w-0">
      <option value="">any</option>
      {axis.levels.map((level) => (
        <option key={level.value} value={level.value}>
          {level.label}
        </option>
      ))}
    </Select>
  );
}
