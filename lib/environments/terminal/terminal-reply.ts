/**
 * A reply of an agent that types into a terminal, in the manner of Terminus 2: keystrokes with the seconds to wait after
 * them, and whether the task is complete. Errors and warnings are sent back to the model.
 */
export interface TerminalCommand {
  readonly keystrokes: string;
  readonly durationSeconds: number;
}

export interface TerminalReply {
  readonly commands: readonly TerminalCommand[];
  readonly isTaskComplete: boolean;
  /** Why no command can be run, or null. */
  readonly error: string | null;
  readonly warnings: readonly string[];
}

export const DURATION_SECONDS = 1;
const DURATION_SECONDS_MAX = 60;

/** Seconds that are waited after keystrokes, whatever the model asked for. */
export function waitSeconds({ durationSeconds }: TerminalCommand): number {
  return Math.min(Math.max(durationSeconds, 0), DURATION_SECONDS_MAX);
}

/** Without a line end the next command is typed onto the same line. */
export function newlineWarning(keystrokes: string, index: number, commands: number): string[] {
  if (index === commands - 1 || keystrokes.endsWith('\n')) return [];
  return [`Command ${index + 1} does not end with a newline, so the next one is typed onto the same line.`];
}

/** A warning where parts are in another order than the one that was asked for. */
export function orderWarning(places: readonly (readonly [part: string, place: number])[]): string[] {
  const present = places.filter(([, place]) => place !== -1);
  const found = present.toSorted(([, a], [, b]) => a - b);
  if (found.every(([part], index) => part === present[index]?.[0])) return [];
  const listed = (parts: typeof places) => parts.map(([part]) => part).join(', ');
  return [`The order was ${listed(found)}; write ${listed(present)}.`];
}

export function failedReply(error: string, warnings: readonly string[]): TerminalReply {
  return { commands: [], isTaskComplete: false, error, warnings };
}

/** Errors in the commands of a reply that completes the task are warnings, since nothing has to be run. */
export function completedReply(warnings: readonly string[]): TerminalReply {
  return { commands: [], isTaskComplete: true, error: null, warnings };
}
