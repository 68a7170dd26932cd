import type { InsightLine, InsightSteering } from '@/lib/domain/insight-steering';
import { isSteered } from '@/lib/domain/insight-steering';
import { fingerprintOf, isNearIdentical } from '@/lib/methods/prompting/near-identical';
import { formatBulletLine } from '../format-bullet-line';
import { keepCounter, nextBulletId } from '../next-bullet-id';
import { parseBulletLine } from '../parse-bullet-line';
import { placeLines } from '../place-lines';
import { normaliseSection } from '../section-slug';

/**
 * The playbook as people want it, whatever was done to it before: each pinned line once and with its text, no banned
 * line and no line that says nearly the same. Counters of a pinned line stay; a lost one returns to its section with
 * counters at zero. The id of a banned line is never given to another one. Holding twice changes nothing.
 *
 * Cost: a fingerprint of each line while something is banned; none for a playbook without steering.
 */
export function holdLines(playbook: string, steering: InsightSteering): string {
  if (!isSteered(steering)) return playbook;
  const pinned = new Map(steering.pinned.map((line) => [line.bulletId, line]));
  const isBanned = bannedBy(steering.banned);
  const found = new Set<string>();
  const lines = playbook.split('\n').flatMap((line) => {
    const bullet = parseBulletLine(line);
    if (bullet === null) return [line];
    const held = pinned.get(bullet.id);
    if (held === undefined) return isBanned(bullet.id, bullet.content) ? [] : [line];
    if (found.has(bullet.id)) return [];
    found.add(bullet.id);
    return [bullet.content === held.content ? line : formatBulletLine({ ...bullet, content: held.content })];
  });
  const lost = steering.pinned.filter(({ bulletId }) => !found.has(bulletId));
  const held = placeLines(lines, lost.map(lineOf)).join('\n');
  return keepCounter(held, Math.max(nextBulletId(playbook), numberAfter(steering.banned)));
}

/** Whether a line of this id and text is banned. */
export function bannedBy(
  banned: readonly InsightLine[],
): (bulletId: string | null, content: string) => boolean {
  const ids = new Set(banned.map(({ bulletId }) => bulletId));
  const fingerprints = banned.map(({ content }) => fingerprintOf(content));
  return (bulletId, content) => {
    if (fingerprints.length === 0) return false;
    if (bulletId !== null && ids.has(bulletId)) return true;
    const own = fingerprintOf(content);
    return fingerprints.some((other) => isNearIdentical(other, own));
  };
}

export const lineOf = ({ bulletId, section, content }: InsightLine) => ({
  section: normaliseSection(section),
  line: formatBulletLine({ id: bulletId, helpful: 0, harmful: 0, content }),
});

const numberAfter = (lines: readonly InsightLine[]) =>
  nextBulletId(lines.map((line) => lineOf(line).line).join('\n'));
