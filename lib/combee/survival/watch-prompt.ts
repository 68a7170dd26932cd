import type { SurvivalThresholds } from '@/lib/domain/survival';
import { likestTo, type Sighting, type SoughtInsight, type WrittenLine } from './find-insights';
import type { WatchedInsight } from './follow-iteration';
import type { Wording } from './likeness';
import { growingIndex } from './word-index';
import type { Reader } from './written-lines';

/**
 * The age of insights: whether the prompt of each later iteration still says the insights that reached a final
 * update. An unchanged line is looked up; only where it is gone are the new lines searched for its insight, since
 * an update may have rewritten it. Memory: a line an insight. Time: what an iteration changed, not all that is watched,
 * so that a run of thousands of iterations is followed in seconds.
 */
export interface PromptWatch {
  /** Ids that this prompt stopped saying, and those that it says again. */
  look(prompt: string): { readonly left: readonly string[]; readonly returned: readonly string[] };
  add(watched: readonly WatchedInsight[]): void;
}

/** A watched insight by its place in the order of watching. */
interface Watched {
  readonly id: string;
  readonly place: number;
  readonly wording: Wording;
  sought: SoughtInsight;
  isPresent: boolean;
  /** The line in which it was last seen is gone. */
  isGone: boolean;
}

export interface WatchParts {
  readonly thresholds: SurvivalThresholds;
  readonly reader: Reader;
}

export function watchPrompt(parts: WatchParts): PromptWatch {
  return new WatchedPrompt(parts);
}

class WatchedPrompt implements PromptWatch {
  private readonly index = growingIndex<Watched>();
  /** Insights by the plain text of the line in which each was last seen; `worded`: by their own wording. */
  private readonly seenIn = new Map<string, Set<Watched>>();
  private readonly worded = new Map<string, Watched[]>();
  private unlooked: Watched[] = [];
  private lastPlain: ReadonlySet<string> = new Set();
  private goneCount = 0;

  constructor(private readonly parts: WatchParts) {}

  look(prompt: string) {
    const lines = this.parts.reader.prompt(prompt);
    const plain = new Set(lines.map((line) => line.wording.plain));
    const touched = this.settle(plain);
    const found = this.search(lines.filter((line) => !this.lastPlain.has(line.wording.plain)));
    const left: Watched[] = [];
    const returned: Watched[] = [];
    for (const one of new Set([...touched, ...found.keys()])) {
      const sighting = found.get(one);
      const isPresent = !one.isGone || sighting !== undefined;
      if (one.isPresent && !isPresent) left.push(one);
      if (!one.isPresent && isPresent) returned.push(one);
      one.isPresent = isPresent;
      if (sighting) this.see(one, sighting);
    }
    this.lastPlain = plain;
    return { left: idsInOrder(left), returned: idsInOrder(returned) };
  }

  add(watched: readonly WatchedInsight[]) {
    for (const { id, sought, isPresent } of watched) {
      const { wording } = sought;
      const one = { id, sought, wording, isPresent, isGone: false, place: this.index.size };
      this.index.add(one, wording);
      keep(this.seenIn, lineOf(one), () => new Set<Watched>()).add(one);
      keep(this.worded, wording.plain, () => [] as Watched[]).push(one);
      this.unlooked.push(one);
    }
  }

  /** Marks insights whose line is gone or back; only of lines that came or went since the prompt before. */
  private settle(plain: ReadonlySet<string>): ReadonlySet<Watched> {
    const touched = new Set(this.unlooked);
    this.unlooked = [];
    for (const said of inOneOnly(plain, this.lastPlain)) {
      for (const one of this.seenIn.get(said) ?? []) touched.add(one);
    }
    for (const one of touched) this.mark(one, !plain.has(lineOf(one)));
    return touched;
  }

  /** Searches the new lines for the insights that are gone: word for word first, then by likeness. */
  private search(fresh: readonly WrittenLine[]): ReadonlyMap<Watched, Sighting> {
    const found = new Map<Watched, Sighting>();
    if (this.goneCount === 0) return found;
    const taken = new Set<string>();
    for (const [plain, line] of new Map(fresh.map((line) => [line.wording.plain, line]))) {
      for (const one of this.worded.get(plain)?.filter(isGone) ?? []) {
        found.set(one, { line, by: 'similarity', likeness: 1 });
        taken.add(plain);
      }
    }
    const alike = new Map<Watched, Sighting>();
    for (const line of fresh.filter(({ wording }) => !taken.has(wording.plain))) {
      // Also those that were found word for word compete for the other lines.
      const near = this.index.near(line.wording, isGone);
      for (const { one, likeness } of likestTo(line, near, this.parts.thresholds)) {
        if (!found.has(one) && (alike.get(one)?.likeness ?? -1) < likeness)
          alike.set(one, { line, by: 'similarity', likeness });
      }
    }
    return new Map([...found, ...alike]);
  }

  private see(one: Watched, sighting: Sighting): void {
    this.seenIn.get(lineOf(one))?.delete(one);
    one.sought = { ...one.sought, seenAs: sighting };
    keep(this.seenIn, lineOf(one), () => new Set<Watched>()).add(one);
    this.mark(one, false);
  }

  private mark(one: Watched, gone: boolean): void {
    if (one.isGone !== gone) this.goneCount += gone ? 1 : -1;
    one.isGone = gone;
  }
}

const isGone = (one: Watched): boolean => one.isGone;

const lineOf = ({ sought }: Watched) => sought.seenAs?.line.wording.plain ?? '';

const idsInOrder = (some: readonly Watched[]) =>
  [...some].sort((a, b) => a.place - b.place).map(({ id }) => id);

const inOneOnly = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [
  ...[...a].filter((one) => !b.has(one)),
  ...[...b].filter((one) => !a.has(one)),
];

function keep<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
