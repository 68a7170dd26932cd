import type { ArmComparison } from '@/lib/contracts/comparisons';
import type { PracticeReadingsView } from '@/lib/contracts/practice-readings';
import { LEVEL_TWO_READINGS, type LevelTwoReading } from '@/lib/domain/level-two-readings';
import { READING_WORDS } from '@/lib/domain/practice-settings';

/**
 * Practice arms under the three readings of level 2. An arm without a level 2 has its measured figure under each; the
 * others have it once all of their runs were made again under the reading.
 */
export interface ReadingsRow {
  readonly key: string;
  readonly name: string;
  readonly seeds: number;
  /** Means over the seeds; null = not made again yet. */
  readonly under: Readonly<Record<LevelTwoReading, ReadingCell | null>>;
  /** A run under its own reading ended with another prompt: the figures are of this version of the code. */
  readonly isReproduced: boolean;
}

export interface ReadingCell {
  readonly final: number;
  readonly gain: number;
}

export const READING_LABELS: Readonly<Record<LevelTwoReading, string>> = {
  updates: 'Updates',
  distinctInsights: 'Distinct insights',
  items: 'Items',
};

type ArmRow = ArmComparison['rows'][number];
type Read = ReadonlyMap<string, PracticeReadingsView>;

/** None where no arm was answered by the practice model. */
export function readingsRows({ rows }: Pick<ArmComparison, 'rows'>, read: Read): readonly ReadingsRow[] {
  return rows.filter(({ practice }) => practice).map((row) => readingsRow(row, read));
}

function readingsRow(row: ArmRow, read: Read): ReadingsRow {
  const views = row.levelTwo === null ? [] : row.runIds.flatMap((id) => read.get(id) ?? []);
  const cellOf = (reading: LevelTwoReading): ReadingCell | null => {
    if (row.levelTwo === null) return { final: row.finalMean, gain: row.gain };
    const found = views.flatMap((view) => view.rows.filter((one) => one.reading === reading));
    if (found.length < row.runIds.length) return null;
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    return { final: mean(found.map((one) => one.finalMean)), gain: mean(found.map((one) => one.gain.mean)) };
  };
  const [updates, distinctInsights, items] = LEVEL_TWO_READINGS.map(cellOf);
  return {
    key: row.name,
    name: row.levelTwo === null ? row.name : row.name.replace(`, ${READING_WORDS[row.levelTwo]}`, ''),
    seeds: row.seeds,
    under: {
      updates: updates ?? null,
      distinctInsights: distinctInsights ?? null,
      items: items ?? null,
    },
    isReproduced: views.every(({ isReproduced }) => isReproduced),
  };
}

/** Runs of which the readings have to be made: practice runs with an aggregator call at level 2. */
export function runsWithLevelTwo({ rows }: Pick<ArmComparison, 'rows'>): readonly string[] {
  return rows.flatMap(({ levelTwo, runIds }) => (levelTwo === null ? [] : runIds));
}
