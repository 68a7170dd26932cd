import type { Measure } from './measures';

/** The measures as lines to read; what has no target is neither met nor missed. */
export function isMet({ value, target }: Measure): boolean {
  if (target === null) return true;
  return target.is === 'atMost' ? value <= target.limit : value >= target.limit;
}

export function tableOf(measures: readonly Measure[]): string {
  const rows = measures.map((measure) => [
    ...[measure.name, `${measure.value.toFixed(0)} ${measure.unit}`, targetOf(measure)],
    ...[measure.target === null ? '–' : isMet(measure) ? 'met' : 'MISSED', measure.note],
  ]);
  const lines = [['measure', 'value', 'target', 'verdict', 'note'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const targetOf = ({ target, unit }: Measure) =>
  target === null ? '' : `${target.is === 'atMost' ? '≤' : '≥'} ${target.limit} ${unit}`;
