/**
 * The parts of a reply in tags. They are found as text and not as XML: keystrokes hold "<" and "&" as they are typed.
 */
export const SECTIONS = ['analysis', 'plan', 'commands'] as const;
export type Section = (typeof SECTIONS)[number];
const KNOWN: ReadonlySet<string> = new Set([...SECTIONS, 'task_complete']);

const OPEN = '<response>';
const CLOSE = '</response>';

/** The text within `<response>`, up to the end where it is not closed; empty where there is none. */
export function responseContent(text: string): string {
  const start = text.indexOf(OPEN);
  if (start === -1) return '';
  const end = text.indexOf(CLOSE, start);
  return text.slice(start + OPEN.length, end === -1 ? undefined : end).trim();
}

export function surroundingWarnings(text: string): string[] {
  const start = text.indexOf(OPEN);
  const end = text.indexOf(CLOSE);
  const blocks = text.split(OPEN).length - 1;
  return [
    ...(text.slice(0, start).trim() === '' ? [] : [`There is other text before ${OPEN}.`]),
    ...(end === -1 ? [`The tag ${CLOSE} is missing.`] : []),
    ...(end === -1 || text.slice(end + CLOSE.length).trim() === ''
      ? []
      : [`There is other text after ${CLOSE}.`]),
    ...(blocks > 1 ? [`Write one ${OPEN} at a time: only the first of ${blocks} was read.`] : []),
  ];
}

/** The text of the first section of that name, empty for `<name/>`, or null where there is none. */
export function sectionOf(content: string, name: Section): string | null {
  const open = `<${name}>`;
  const start = content.indexOf(open);
  const end = start === -1 ? -1 : content.indexOf(`</${name}>`, start);
  if (end !== -1) return content.slice(start + open.length, end).trim();
  return new RegExp(`<${name}\\s*/>`).test(content) ? '' : null;
}

export function isMarkedComplete(content: string): boolean {
  return /<task_complete>\s*true\s*<\/task_complete>/i.test(content);
}

/** Where a section begins, or -1. */
export const sectionPlace = (content: string, name: Section): number =>
  content.search(new RegExp(`<${name}[\\s/>]`));

export function sectionWarnings(content: string): string[] {
  const missing = SECTIONS.filter((name) => sectionOf(content, name) === null);
  const repeated = [...KNOWN].filter((name) => content.split(new RegExp(`<${name}[\\s/>]`)).length > 2);
  const unknown = [...new Set(topLevelTags(content))].filter((name) => !KNOWN.has(name));
  return [
    ...missing.map((name) => `The section <${name}> is missing.`),
    ...repeated.map((name) => `Write one <${name}> at a time: only the first was read.`),
    ...unknown.map((name) => `The tag <${name}> is unknown.`),
  ];
}

/** Names of tags that are not within others. Comments and declarations are no tags. */
function topLevelTags(content: string): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [, tag = ''] of content.matchAll(/<([^>]*)>/g)) {
    if (/^[!?]/.test(tag)) continue;
    if (tag.startsWith('/')) {
      depth -= 1;
      continue;
    }
    if (depth === 0) names.push(tag.replace(/\/$/, '').split(/\s/)[0] ?? '');
    if (!tag.endsWith('/')) depth += 1;
  }
  return names;
}
