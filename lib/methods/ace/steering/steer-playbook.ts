import type { Candidate } from '@/lib/domain/candidate';
import type { InsightSteering, SteeringCommand } from '@/lib/domain/insight-steering';
import type { LineSteering } from '@/lib/domain/line-steering';
import { aceSettings } from '../ace-settings';
import { candidateOf } from '../apply-update';
import { formatBulletLine } from '../format-bullet-line';
import { parseBulletLine } from '../parse-bullet-line';
import { placeLines } from '../place-lines';
import { foldCommands } from './fold-commands';
import { holdLines, lineOf } from './hold-lines';
import { screenEdits } from './screen-edits';

/** How people steer the lines of a playbook: by commands between two iterations, and by what holds in each of them. */
export const steerPlaybook: LineSteering = {
  take(candidate, before, commands) {
    const steering = foldCommands(before, commands);
    return { candidate: steered(candidate, steering, commands), steering };
  },
  screen(update, steering, manifest) {
    const rewrites = manifest !== undefined && aceSettings(manifest).edits === 'all';
    // Where the run only adds, an edit that rewrites is ignored and must not become an addition.
    const allowed = rewrites ? update.edits : update.edits.filter(({ type }) => type === 'add');
    return { ...update, edits: screenEdits(allowed, steering) };
  },
};

function steered(
  candidate: Candidate,
  steering: InsightSteering,
  commands: readonly SteeringCommand[],
): Candidate {
  const text = holdLines(commands.reduce(withCommand, candidate.text), steering);
  return text === candidate.text ? candidate : candidateOf(text);
}

/** Pins and bans hold by themselves: only a new text and a line that comes back are written here. */
function withCommand(playbook: string, command: SteeringCommand): string {
  const { action, bulletId, content } = command;
  if (action !== 'edit' && action !== 'restore') return playbook;
  let isThere = false;
  const lines = playbook.split('\n').map((line) => {
    const bullet = parseBulletLine(line);
    if (bullet?.id !== bulletId) return line;
    isThere = true;
    return action === 'edit' ? formatBulletLine({ ...bullet, content }) : line;
  });
  if (isThere) return lines.join('\n');
  return action === 'restore' ? placeLines(lines, [lineOf(command)]).join('\n') : playbook;
}
