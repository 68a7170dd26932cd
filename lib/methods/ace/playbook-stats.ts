import { parseBulletLine } from './parse-bullet-line';
import { headerName } from './section-slug';

/** Numbers on a playbook that the curator is shown, so that it sees what is thin and what misleads. */
export interface PlaybookStats {
  readonly totalBullets: number;
  /** helpful > 5 and harmful < 2 */
  readonly highPerforming: number;
  /** harmful >= helpful, and harmful at least once */
  readonly problematic: number;
  /** never tagged */
  readonly unused: number;
  readonly bySection: Readonly<Record<string, SectionStats>>;
}

interface SectionStats {
  readonly count: number;
  readonly helpful: number;
  readonly harmful: number;
}

const NO_SECTION = 'general';
const NOTHING: SectionStats = { count: 0, helpful: 0, harmful: 0 };

/** A section without bullets is left out; two sections of one name are counted as one. */
export function playbookStats(playbook: string): PlaybookStats {
  let section = NO_SECTION;
  let highPerforming = 0;
  let problematic = 0;
  let unused = 0;
  const bySection = new Map<string, SectionStats>();

  for (const line of playbook.trim().split('\n')) {
    const header = headerName(line);
    if (header !== null) {
      section = header;
      continue;
    }
    const bullet = parseBulletLine(line);
    if (bullet === null) continue;
    const { helpful, harmful } = bullet;
    // In this order, so that each bullet is in one class at most; most of a good playbook is in none.
    if (helpful > 5 && harmful < 2) highPerforming += 1;
    else if (harmful >= helpful && harmful > 0) problematic += 1;
    else if (helpful + harmful === 0) unused += 1;

    const sum = bySection.get(section) ?? NOTHING;
    bySection.set(section, {
      count: sum.count + 1,
      helpful: sum.helpful + helpful,
      harmful: sum.harmful + harmful,
    });
  }

  const totalBullets = [...bySection.values()].reduce((sum, { count }) => sum + count, 0);
  return { totalBullets, highPerforming, problematic, unused, bySection: Object.fromEntries(bySection) };
}
