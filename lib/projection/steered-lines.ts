import type { InsightLine, InsightSteering, SteeringAction } from '@/lib/domain/insight-steering';

/** A command as it is kept. */
export interface KeptCommand extends InsightLine {
  readonly action: SteeringAction;
  readonly before: string | null;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  readonly takenIteration: number | null;
}

export interface SteeredLine extends Omit<KeptCommand, 'action' | 'section' | 'by' | 'at'> {
  readonly state: 'pinned' | 'edited' | 'banned';
  readonly by: string | null;
  readonly at: string | null;
}

/**
 * What holds for each line that people steered, with the command that made it so. A line may be pinned and edited. What
 * a run took over with its branch has no command.
 */
export function steeredLines(
  { pinned, banned }: InsightSteering,
  commands: readonly KeptCommand[],
): SteeredLine[] {
  const newest = [...commands].reverse();
  const held = (state: 'pinned' | 'banned', action: SteeringAction) => (line: InsightLine) =>
    steered(
      state,
      line,
      newest.find((one) => one.bulletId === line.bulletId && one.action === action) ?? null,
    );
  const isBanned = (id: string) => banned.some(({ bulletId }) => bulletId === id);
  const edited = [...new Map(commands.flatMap((one) => (one.action === 'edit' ? [[one.bulletId, one]] : [])))]
    .map(([, command]) => command)
    .filter(({ bulletId, content }) => !isBanned(bulletId) && content !== originalOf(commands, bulletId));
  return [
    ...pinned.map(held('pinned', 'pin')),
    ...edited.map((command) => steered('edited', command, command)),
    ...banned.map(held('banned', 'ban')),
  ];
}

/** An edit back to the first text leaves nothing edited. */
const originalOf = (commands: readonly KeptCommand[], id: string) =>
  commands.find(({ action, bulletId }) => action === 'edit' && bulletId === id)?.before ?? null;

function steered(
  state: SteeredLine['state'],
  { bulletId, content }: InsightLine,
  command: KeptCommand | null,
): SteeredLine {
  return {
    bulletId,
    state,
    content,
    before: state === 'edited' ? (command?.before ?? null) : null,
    by: command?.by ?? null,
    at: command?.at ?? null,
    takenIteration: command?.takenIteration ?? null,
  };
}
