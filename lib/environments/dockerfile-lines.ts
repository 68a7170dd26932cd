/**
 * The instructions of a Dockerfile with the line where each begins. Lines are joined at a backslash; comments and empty lines
 * are left out. The lines of a here-document belong to its instruction as they are, and never are instructions themselves.
 */
export interface DockerInstruction {
  readonly line: number;
  readonly words: string;
}

const MARKER = /(?:^|\s)\d*<<(-?)(["']?)([A-Za-z_][A-Za-z0-9_]*)\2(?=$|[\s;&|)>])/g;
const WITH_DOCUMENTS = /^(?:RUN|COPY|ADD)\s/i;

export function instructionsOf(text: string): DockerInstruction[] {
  const lines = text.split(/\r?\n/);
  const found: DockerInstruction[] = [];
  let open: DockerInstruction | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const raw = lines[at] ?? '';
    if (/^\s*(#|$)/.test(raw)) continue;
    const words = raw.replace(/\\\s*$/, '').trim();
    open = open === null ? { line: at + 1, words } : { line: open.line, words: `${open.words} ${words}` };
    if (/\\\s*$/.test(raw)) continue;
    const documents = documentsAfter(lines, at, open.words);
    found.push({ line: open.line, words: [open.words, ...documents].join('\n') });
    at += documents.length;
    open = null;
  }
  return open === null ? found : [...found, open];
}

/** The lines that follow a line with markers, up to the last delimiter. Without it there is no here-document. */
function documentsAfter(lines: readonly string[], at: number, words: string): string[] {
  if (!WITH_DOCUMENTS.test(words)) return [];
  let next = at + 1;
  for (const [, dash, , delimiter] of words.matchAll(MARKER)) {
    const end = lines.findIndex(
      (line, index) => index >= next && (dash === '-' ? line.replace(/^\t+/, '') : line) === delimiter,
    );
    if (end === -1) return [];
    next = end + 1;
  }
  return lines.slice(at + 1, next);
}

/** Content of the only here-document of `<<EOF` and its lines; null where there is more than that. */
export function hereDocumentOf(words: string): string | null {
  const [first = '', ...rest] = words.split('\n');
  const [marker, ...others] = first.matchAll(MARKER);
  if (marker === undefined || others.length > 0 || marker[0].trim() !== first.trim()) return null;
  const body = rest.slice(0, -1);
  return (marker[1] === '-' ? body.map((line) => line.replace(/^\t+/, '')) : body).join('\n');
}
