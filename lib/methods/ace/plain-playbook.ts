import type { Edit } from '@/lib/domain/edit';
import { AppError } from '@/lib/errors/app-error';
import { bulletId } from './next-bullet-id';
import { type Bullet, parseBulletLine } from './parse-bullet-line';
import { type PlacedLine, placeLines } from './place-lines';
import { headerName, normaliseSection } from './section-slug';

/**
 * The playbook of ACE's agent for code in worlds: bullets are `[shr-00001] text`. Counters are read where a line has
 * them and never written, and a colon behind a section's name does not count.
 */
const SLUGS: Readonly<Record<string, string>> = {
  strategies_and_hard_rules: 'shr',
  hard_rules: 'hr',
  strategies_and_insights: 'si',
  apis_to_use_for_specific_information: 'api',
  useful_code_snippets_and_templates: 'code',
  code_snippets_and_templates: 'code',
  common_mistakes_and_correct_strategies: 'cms',
  common_mistakes_to_avoid: 'err',
  problem_solving_heuristics_and_workflows: 'psw',
  problem_solving_heuristics: 'prob',
  verification_checklist: 'vc',
  troubleshooting_and_pitfalls: 'ts',
  others: 'misc',
  meta_strategies: 'meta',
};

/** The only sections that a curator may add to. */
const OPEN_SECTIONS: readonly string[] = [
  'strategies_and_hard_rules',
  'apis_to_use_for_specific_information',
  'useful_code_snippets_and_templates',
  'common_mistakes_and_correct_strategies',
  'problem_solving_heuristics_and_workflows',
  'verification_checklist',
  'troubleshooting_and_pitfalls',
  'others',
];

export const EMPTY_PLAIN_PLAYBOOK = OPEN_SECTIONS.map(
  (section) => `## ${section.replaceAll('_', ' ').toUpperCase()}`,
).join('\n\n');

const GENERAL = 'general';
const OTHERS = 'others';
const WORDS_MAX = 5;
const LETTERS_OF_ONE_WORD = 4;
const PLAIN = /^\[([^\]]+)\]\s*([^\n]*)/;

export function parsePlainBullet(line: string): Bullet | null {
  const counted = parseBulletLine(line);
  if (counted !== null) return counted;
  const match = PLAIN.exec(line.trim());
  if (match === null) return null;
  return { id: match[1] ?? '', helpful: 0, harmful: 0, content: (match[2] ?? '').trim() };
}

const plainSection = (name: string): string => normaliseSection(name).replace(/:+$/, '');

function plainSectionOf(line: string): string | null {
  const name = headerName(line);
  return name === null ? null : plainSection(name);
}

/** Null where one of the first five words is empty, so that it has no first letter. */
export function plainSectionSlug(name: string): string | null {
  const section = plainSection(name.trim());
  const known = Object.hasOwn(SLUGS, section) ? SLUGS[section] : undefined;
  if (known !== undefined) return known;
  const words = section.split('_');
  if (words.length === 1) return [...section].slice(0, LETTERS_OF_ONE_WORD).join('');
  const letters = words.slice(0, WORDS_MAX).map((word) => [...word][0]);
  return letters.includes(undefined) ? null : letters.join('');
}

export const isOpenSection = (name: string): boolean => OPEN_SECTIONS.includes(plainSection(name.trim()));

/** Bullets of each section by its header, as written; a section without any is left out. */
export function plainStats(playbook: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let section = GENERAL;
  for (const line of playbook.trim().split('\n')) {
    const header = headerName(line);
    if (header !== null) section = header;
    else if (parsePlainBullet(line) !== null) counts.set(section, (counts.get(section) ?? 0) + 1);
  }
  return counts;
}

/** One more than the highest number in use. */
export function nextPlainId(playbook: string): number {
  const numbers = playbook
    .split('\n')
    .map((line) => /-(\d{1,15})$/.exec(parsePlainBullet(line)?.id ?? '')?.[1]);
  return 1 + numbers.reduce((highest, number) => Math.max(highest, Number(number ?? 0)), 0);
}

/**
 * Additions at the end of their sections; other edits are ignored, as in the published code. A section that the
 * playbook does not have becomes the others.
 */
export function addPlainBullets(
  playbook: string,
  edits: readonly Edit[],
  nextId: number,
): { readonly playbook: string; readonly nextId: number } {
  const lines = playbook.trim().split('\n');
  assertSectionsFirst(lines);
  const sections = new Set(lines.flatMap((line) => plainSectionOf(line) ?? []));
  const added: PlacedLine[] = [];
  for (const edit of edits) {
    if (edit.type !== 'add') continue;
    const named = plainSection(edit.section);
    const section = sections.has(named) || named === GENERAL ? named : OTHERS;
    // A bracket or a space in an id could not be read back.
    const slug = (plainSectionSlug(section) ?? 'misc').replaceAll(/[[\]\s]/g, '');
    added.push({ section, line: `[${bulletId(slug, nextId + added.length)}] ${edit.content}` });
  }
  const placed = placeLines(lines, added, plainSectionOf).join('\n');
  return { playbook: placed, nextId: nextId + added.length };
}

function assertSectionsFirst(lines: readonly string[]): void {
  const first = lines.find((line) => line.trim() !== '');
  if (first === undefined || plainSectionOf(first) !== null) return;
  throw new AppError('INPUT_INVALID', 'A playbook has text before its first "##" section.', {
    howToProceed: ['Move the text into a section.'],
  });
}
