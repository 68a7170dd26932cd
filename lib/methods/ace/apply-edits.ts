import type { Edit } from '@/lib/domain/edit';
import { AppError } from '@/lib/errors/app-error';
import { countTokens } from '@/lib/stats/count-tokens';
import { formatBulletLine } from './format-bullet-line';
import { bulletId } from './next-bullet-id';
import { type PlacedLine, placeLines } from './place-lines';
import { rewriteBullets } from './rewrite-bullets';
import { normaliseSection, sectionOfHeader, sectionSlug } from './section-slug';

export interface ApplyEditsInput {
  readonly playbook: string;
  readonly edits: readonly Edit[];
  /** The counter's next number. It goes in and comes out, so that it survives bullets that are removed. */
  readonly nextId: number;
  /** Update, merge and remove. Off, they are ignored, as in the published code, which applies additions only. */
  readonly rewrites?: boolean;
  /** Edits that would grow past it are ignored, one by one; a bullet is never cut. Null or left out = no limit. */
  readonly tokenBudget?: number | null;
  /** Text before the first section: the published code cannot take it; `keep` leaves it where it is. */
  readonly preamble?: 'refuse' | 'keep';
}

export interface AppliedEdits {
  readonly playbook: string;
  readonly nextId: number;
  readonly applied: number;
  readonly ignored: number;
}

/** Where an addition goes whose section the playbook does not have. */
const OTHERS = 'others';
const SLUG_OF_OTHERS = 'misc';
/** Never redirected to the others, even without such a header: so the published code has it. */
const GENERAL = 'general';

/**
 * The playbook after these edits (ACE's delta update: existing lines are not rewritten, so nothing is lost by
 * rewriting). Additions go to the end of their section in the order of the edits, each with a fresh id from the
 * shared counter. Rewrites, where they are on, come first: a bullet added here cannot be their target, since its id
 * did not exist when the edits were written. With the switches at their defaults this is the published behaviour to
 * the letter.
 */
export function applyEdits(input: ApplyEditsInput): AppliedEdits {
  const lines = input.playbook.trim().split('\n');
  if ((input.preamble ?? 'refuse') === 'refuse') assertNoPreamble(lines);

  const rewritten = input.rewrites
    ? rewriteBullets(lines, input.edits, input.tokenBudget)
    : { lines, applied: 0 };
  const added = makeBullets(input, rewritten.lines);
  const applied = rewritten.applied + added.bullets.length;
  return {
    playbook: placeLines(rewritten.lines, added.bullets).join('\n'),
    nextId: added.nextId,
    applied,
    ignored: input.edits.length - applied,
  };
}

function makeBullets(
  { edits, nextId, tokenBudget }: ApplyEditsInput,
  lines: readonly string[],
): { readonly bullets: readonly PlacedLine[]; readonly nextId: number } {
  // Only headers of the playbook as it was count: an addition cannot open a section for the next one.
  const sections = new Set(lines.flatMap((line) => sectionOfHeader(line) ?? []));
  const bullets: PlacedLine[] = [];
  let id = nextId;
  let tokens = countTokens(lines.join('\n'));
  for (const edit of edits) {
    if (edit.type !== 'add') continue;
    const named = normaliseSection(edit.section);
    const section = sections.has(named) || named === GENERAL ? named : OTHERS;
    const line = formatBulletLine({
      id: bulletId(idSlug(section), id),
      helpful: 0,
      harmful: 0,
      content: edit.content,
    });
    const tokensAfter = tokens + countTokens(`\n${line}`);
    // One that does not fit takes no number, and a shorter one behind it may still fit.
    if (tokenBudget != null && tokensAfter > tokenBudget) continue;
    tokens = tokensAfter;
    id += 1;
    bullets.push({ section, line });
  }
  return { bullets, nextId: id };
}

/** A bracket or a space in a header must not get into an id: the line could not be read back, its number not seen. */
function idSlug(section: string): string {
  const slug = sectionSlug(section) ?? SLUG_OF_OTHERS;
  return slug.replaceAll(/[[\]\s]/g, '');
}

function assertNoPreamble(lines: readonly string[]): void {
  for (const line of lines) {
    if (sectionOfHeader(line) !== null) return;
    if (line.trim() === '') continue;
    throw new AppError(
      'INPUT_INVALID',
      'A playbook has text before its first "##" section; move it into one.',
    );
  }
}
