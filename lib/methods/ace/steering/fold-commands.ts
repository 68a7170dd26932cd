import type { InsightLine, InsightSteering, SteeringCommand } from '@/lib/domain/insight-steering';
import { fingerprintOf, isNearIdentical } from '@/lib/methods/prompting/near-identical';

/**
 * Steering after commands of people, in their order. The latest command wins: a ban ends the pins of nearly the same
 * text, and a pinned or edited text ends the bans of it, so no line is ever both. Cost: one comparison a held line.
 */
export function foldCommands(
  before: InsightSteering,
  commands: readonly Pick<SteeringCommand, 'action' | keyof InsightLine>[],
): InsightSteering {
  return commands.reduce(foldCommand, before);
}

function foldCommand(
  { pinned, banned }: InsightSteering,
  { action, bulletId, section, content }: Pick<SteeringCommand, 'action' | keyof InsightLine>,
): InsightSteering {
  const line: InsightLine = { bulletId, section, content };
  switch (action) {
    case 'pin':
      return { pinned: [...without(pinned, bulletId), line], banned: unlike(banned, line) };
    case 'unpin':
      return { pinned: without(pinned, bulletId), banned };
    case 'edit':
      return {
        pinned: pinned.map((held) => (held.bulletId === bulletId ? { ...held, content } : held)),
        banned: unlike(banned, line),
      };
    case 'ban':
      return { pinned: unlike(pinned, line), banned: [...without(banned, bulletId), line] };
    case 'restore':
      return { pinned, banned: without(banned, bulletId) };
  }
}

const without = (lines: readonly InsightLine[], id: string) =>
  lines.filter(({ bulletId }) => bulletId !== id);

/** The lines that have neither this id nor nearly this text. */
function unlike(lines: readonly InsightLine[], { bulletId, content }: InsightLine): readonly InsightLine[] {
  if (lines.length === 0) return lines;
  const fingerprint = fingerprintOf(content);
  return without(lines, bulletId).filter(
    (line) => !isNearIdentical(fingerprintOf(line.content), fingerprint),
  );
}
