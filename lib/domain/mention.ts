/**
 * Who is meant by the "@" in a text: members by their e-mail address or by their full name, the longest that fits.
 * Knows nothing of workspaces: whom it is given is whom it can find.
 */
export interface Mentionable {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

export interface FoundMention {
  /** Places of the "@" and of the end of the name. */
  readonly start: number;
  readonly end: number;
  /** Several where people share a name; empty where no member is meant. */
  readonly userIds: readonly string[];
}

/** An "@" within a word is part of an address or a handle of elsewhere, not a mention. */
const AT = /(?<![\p{L}\p{N}_.@/])@(?=[\p{L}\p{N}])/gu;
/** Characters that continue a word. */
const GOES_ON = /^(?:[\p{L}\p{N}_@-]|\.[\p{L}\p{N}])/u;
const WORD = /^[\p{L}\p{N}_.+-]+(?:@[\p{L}\p{N}.-]+)?/u;
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;

/** In the order of the text. A name within code is code. */
export function findMentions(text: string, people: readonly Mentionable[]): FoundMention[] {
  const masked = text.replace(CODE, (code) => ' '.repeat(code.length));
  const found: FoundMention[] = [];
  let from = 0;
  for (const { index } of masked.matchAll(AT)) {
    if (index < from) continue;
    const rest = masked.slice(index + 1);
    const named = longestName(rest, people);
    const length = named?.length ?? trimmedWord(rest).length;
    from = index + 1 + length;
    found.push({ start: index, end: from, userIds: named?.userIds ?? [] });
  }
  return found;
}

function longestName(rest: string, people: readonly Mentionable[]) {
  const lower = rest.toLowerCase();
  const fits = people.flatMap(({ userId, name, email }) =>
    [name, email]
      .filter(
        (label) =>
          label !== '' && lower.startsWith(label.toLowerCase()) && !GOES_ON.test(rest.slice(label.length)),
      )
      .map((label) => ({ userId, length: label.length })),
  );
  const length = Math.max(0, ...fits.map((fit) => fit.length));
  if (length === 0) return null;
  return {
    length,
    userIds: [...new Set(fits.filter((fit) => fit.length === length).map(({ userId }) => userId))],
  };
}

/** The full stop after a word ends the sentence, not the word. */
function trimmedWord(rest: string): string {
  return (WORD.exec(rest)?.[0] ?? '').replace(/[.-]+$/, '');
}
