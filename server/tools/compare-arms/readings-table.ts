import type { ArmComparison } from '@/lib/contracts/comparisons';
import type { PracticeReadingsView } from '@/lib/contracts/practice-readings';
import { LEVEL_TWO_READINGS, type LevelTwoReading } from '@/lib/domain/level-two-readings';
import { READING_WORDS } from '@/lib/domain/practice-settings';
import type { ApiClient } from '@/server/commands/support/api-client';

/**
 * The learning figures of practice arms under the three readings of level 2, as Markdown. An arm without a level 2 has
 * one figure, which is the same under all of them.
 */
type ArmRow = ArmComparison['rows'][number];

export interface ArmReadings {
  readonly name: string;
  readonly seeds: number;
  readonly originalMean: number;
  readonly under: Readonly<Record<LevelTwoReading, ReadingMean>>;
  /** Every run under its own reading ended with the prompt that the run itself ended with. */
  readonly isReproduced: boolean;
}

/** Means over the seeds. */
interface ReadingMean {
  readonly final: number;
  readonly gain: number;
  readonly bullets: number;
}

export async function armReadings(api: ApiClient, rows: readonly ArmRow[]): Promise<ArmReadings[]> {
  const read: ArmReadings[] = [];
  for (const row of rows) {
    const views: PracticeReadingsView[] = [];
    for (const runId of row.levelTwo === null ? [] : row.runIds)
      views.push(await api.post<PracticeReadingsView>(`/api/v1/runs/${runId}/practice-readings`, {}));
    read.push({
      name: row.levelTwo === null ? row.name : row.name.replace(`, ${READING_WORDS[row.levelTwo]}`, ''),
      seeds: row.seeds,
      originalMean: row.originalMean,
      under: underEach((reading) => (row.levelTwo === null ? measured(row) : meanOf(views, reading))),
      isReproduced: views.every(({ isReproduced }) => isReproduced),
    });
  }
  return read;
}

function underEach(of: (reading: LevelTwoReading) => ReadingMean): Record<LevelTwoReading, ReadingMean> {
  return { updates: of('updates'), distinctInsights: of('distinctInsights'), items: of('items') };
}

const measured = ({ finalMean, gain, bullets }: ArmRow): ReadingMean => ({ final: finalMean, gain, bullets });

function meanOf(views: readonly PracticeReadingsView[], reading: LevelTwoReading): ReadingMean {
  const rows = views.flatMap((view) => view.rows.filter((row) => row.reading === reading));
  const mean = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + of(row), 0) / Math.max(1, rows.length);
  return {
    final: mean(({ finalMean }) => finalMean),
    gain: mean(({ gain }) => gain.mean),
    bullets: mean(({ bullets }) => bullets),
  };
}

export function readingsMarkdown(arms: readonly ArmReadings[]): string {
  const percent = (share: number) => (share * 100).toFixed(1);
  const cell = ({ final, gain, bullets }: ReadingMean) =>
    `${percent(final)} (${gain < 0 ? '' : '+'}${percent(gain)}; ${bullets.toFixed(0)})`;
  const lines = arms.map((arm) => {
    const cells = LEVEL_TWO_READINGS.map((reading) => cell(arm.under[reading]));
    const mark = arm.isReproduced ? '' : ' (not reproduced)';
    return `| ${arm.name}${mark} | ${arm.seeds} | ${percent(arm.originalMean)} | ${cells.join(' | ')} |`;
  });
  return [
    'Practice model, no learning figure of a real one: held-out accuracy of the last prompt in % (gain in points; bullets),',
    'mean over the seeds, under each reading of what level 2 counts. The default, updates, was chosen because it agrees with',
    'a published figure, so agreement under it is no evidence.',
    '',
    '| arm | seeds | original | updates (default) | distinct insights | items |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
