import { decimalOf } from '../decimal-text';
import {
  completedReply,
  DURATION_SECONDS,
  failedReply,
  newlineWarning,
  orderWarning,
  type TerminalCommand,
  type TerminalReply,
} from './terminal-reply';
import {
  isMarkedComplete,
  responseContent,
  SECTIONS,
  sectionOf,
  sectionPlace,
  sectionWarnings,
  surroundingWarnings,
} from './xml-sections';

/**
 * A reply in tags: `<response>` with analysis, plan, commands and task_complete. A response that is not closed is read up to
 * its end.
 */
const KEYSTROKES = /<keystrokes([^>]*)>([\s\S]*?)<\/keystrokes>/g;
const DURATION = /duration\s*=\s*["']([^"']*)["']/;
const ENTITIES = ['&lt;', '&gt;', '&amp;', '&quot;', '&apos;'];

export function readXmlReply(text: string): TerminalReply {
  const content = responseContent(text);
  if (content === '') return failedReply('The reply has no <response> with anything in it.', []);
  const isTaskComplete = isMarkedComplete(content);
  const warnings = [
    ...surroundingWarnings(text),
    ...sectionWarnings(content),
    ...orderWarning(SECTIONS.map((name) => [name, sectionPlace(content, name)])),
  ];
  const commands = sectionOf(content, 'commands');
  if (commands === null)
    return isTaskComplete
      ? completedReply(warnings)
      : failedReply('The section <commands> is missing.', warnings);
  if (commands === '' && !isTaskComplete)
    warnings.push('The section <commands> is empty, so nothing is run.');
  return readCommands(commands, isTaskComplete, warnings);
}

function readCommands(section: string, isTaskComplete: boolean, given: readonly string[]): TerminalReply {
  const matches = [...section.matchAll(KEYSTROKES)];
  const warnings = [...given];
  const commands = matches.map(([, attributes = '', keystrokes = ''], index): TerminalCommand => {
    const duration = durationOf(attributes, index + 1);
    warnings.push(
      ...attributeWarnings(attributes, index + 1),
      ...(duration.warning === null ? [] : [duration.warning]),
      ...newlineWarning(keystrokes, index, matches.length),
    );
    return { keystrokes, durationSeconds: duration.seconds };
  });
  return { commands, isTaskComplete, error: null, warnings: [...warnings, ...verbatimWarnings(section)] };
}

function durationOf(
  attributes: string,
  command: number,
): { readonly seconds: number; readonly warning: string | null } {
  const written = DURATION.exec(attributes)?.[1];
  const seconds = written === undefined ? undefined : decimalOf(written);
  if (seconds !== undefined && !Number.isNaN(seconds)) return { seconds, warning: null };
  const fault = written === undefined ? 'has no duration' : `has the duration "${written}"`;
  return {
    seconds: DURATION_SECONDS,
    warning: `Command ${command} ${fault}; ${DURATION_SECONDS} second is used.`,
  };
}

function attributeWarnings(attributes: string, command: number): string[] {
  const unquoted = [...attributes.matchAll(/(\w+)\s*=\s*[^"'\s>]/g)];
  const single = [...attributes.matchAll(/(\w+)\s*=\s*'/g)];
  const unknown = [...attributes.matchAll(/(\w+)\s*=/g)].filter(([, name]) => name !== 'duration');
  return [
    ...[...unquoted, ...single].map(
      ([, name]) => `Command ${command}: write the value of "${name}" in double quotes.`,
    ),
    ...unknown.map(([, name]) => `Command ${command} has the unknown attribute "${name}".`),
  ];
}

/** Keystrokes are typed as they are written, which surprises a model that escapes them. */
function verbatimWarnings(section: string): string[] {
  const entities = ENTITIES.filter((entity) => section.includes(entity));
  return [
    ...entities.map((entity) => `${entity} is typed as it is and not as the character that it names.`),
    ...(section.includes('\\r\\n') ? ['Write \\n as the end of a line; \\r is not needed.'] : []),
  ];
}
