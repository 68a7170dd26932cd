import type { RunManifest } from '@/lib/domain/manifest';
import type { MadeUpRecord } from './made-up-record';
import { editOf, type MadeUpBook } from './made-up-texts';

/** How a made-up iteration's lessons become an update; every second lesson survives. */
export interface Lessons {
  readonly iteration: number;
  readonly book: MadeUpBook;
  readonly lessons: readonly string[];
}

/** As the scan does with fewer: one plain call. */
const SCANNED_MIN = 4;

/** Two levels where the manifest asks for them, else one plain call. Returns the lessons that were taken up. */
export function aggregate(
  record: MadeUpRecord,
  { aggregation }: RunManifest,
  { iteration, book, lessons }: Lessons,
): readonly string[] {
  const isScan = aggregation.kind === 'combee' && lessons.length >= SCANNED_MIN;
  const k = isScan ? Math.floor(Math.sqrt(lessons.length)) : 1;
  const places = [...lessons.keys()];
  const groups = Array.from({ length: k }, (_, group) => places.filter((place) => place % k === group));
  record.facts.emit('shuffle.finished', `${iteration}`, {
    ...{ iteration, reflections: lessons.length, duplication: 1, k, groups, degraded: false },
  });
  const kept = lessons.filter((_, place) => place % 2 === 0);
  const reply = JSON.stringify({ reasoning: '', operations: kept.map(editOf) });
  const about = { iteration, system: book, user: lessons.join('\n'), reply };
  for (const [group, members] of groups.entries()) {
    const edits = members.filter((place) => place % 2 === 0).map((place) => editOf(lessons[place] ?? ''));
    const subject = `group ${group + 1}`;
    const { key, outcome } = record.call({ ...about, purpose: 'aggregate', ordinal: group, subject });
    record.facts.emit(
      'group.aggregated',
      `${iteration}/${group}`,
      { iteration, group, inputs: members.length, edits, text: null, cause: null, callKeys: [key] },
      { delayMs: outcome.delayMs },
    );
  }
  const combined = isScan
    ? [record.call({ ...about, purpose: 'combine', ordinal: 0, subject: 'all groups' })]
    : [];
  record.facts.emit('scan.combined', `${iteration}`, {
    ...{ iteration, mode: isScan ? 'llm' : 'plainCall', k, survivingGroups: k, calls: k + combined.length },
    ...{ edits: kept.map(editOf), text: null, cause: null, callKeys: combined.map(({ key }) => key) },
  });
  return kept;
}
