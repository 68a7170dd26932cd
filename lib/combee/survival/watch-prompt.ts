import type { SurvivalThresholds } from '@/lib/domain/survival';
import { likestTo, type Sighting, type SoughtInsight, type WrittenLine } from './find-insights';
import type { WatchedInsight } from './follow-iteration';
import type { Wording } from './says';
import { growingIndex } from './word-index';
import type { Reader } from './written-lines';

/**
 * The age of insights: whether the prompt of each later iteration still says those that once got as far as the final
 * update. A line that stands untouched is looked up; only where it is gone are the new lines searched for it, since
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
  /** The line that it was last seen in stands no more. */
  isGone: boolean;
}

export function watchPrompt({
  thresholds,
  reader,
}: {
  readonly thresholds: SurvivalThresholds;
  readonly reader: Reader;
}): PromptWatch {
  const index = growingIndex<Watched>();
  /** Those last seen in a line, by what it says; those whose own wording it is. */
  const seenIn = new Map<string, Set<Watched>>();
  const worded = new Map<string, Watched[]>();
  let unlooked: Watched[] = [];
  let lastPlain = new Set<string>();
  let goneCount = 0;

  const mark = (one: Watched, gone: boolean) => {
    if (one.isGone !== gone) goneCount += gone ? 1 : -1;
    one.isGone = gone;
  };

  /** Whose line stands, whose no more; only of what came or went since the prompt before. */
  const settle = (plain: ReadonlySet<string>): Set<Watched> => {
    const touched = new Set(unlooked);
    unlooked = [];
    for (const said of symmetricDifference(plain, lastPlain)) {
      for (const one of seenIn.get(said) ?? []) touched.add(one);
    }
    for (const one of touched) mark(one, !plain.has(lineOf(one)));
    return touched;
  };

  const search = (fresh: readonly WrittenLine[]): Map<Watched, Sighting> => {
    const found = new Map<Watched, Sighting>();
    if (goneCount === 0) return found;
    const lastOf = new Map(fresh.map((line) => [line.wording.plain, line]));
    const taken = new Set<string>();
    for (const [plain, line] of lastOf) {
      for (const one of (worded.get(plain) ?? []).filter(isGone)) {
        found.set(one, { line, by: 'similarity', likeness: 1 });
        taken.add(plain);
      }
    }
    const rest = fresh.filter(({ wording }) => !taken.has(wording.plain));
    const alike = new Map<Watched, Sighting>();
    for (const line of rest) {
      // Also those that were found word for word compete for the other lines.
      for (const { one, likeness } of likestTo(line, index.near(line.wording, isGone), thresholds)) {
        if (!found.has(one) && (alike.get(one)?.likeness ?? -1) < likeness)
          alike.set(one, { line, by: 'similarity', likeness });
      }
    }
    for (const [one, sighting] of alike) found.set(one, sighting);
    return found;
  };

  return {
    look(prompt) {
      const lines = reader.prompt(prompt);
      const plain = new Set(lines.map((line) => line.wording.plain));
      const touched = settle(plain);
      const found = search(lines.filter((line) => !lastPlain.has(line.wording.plain)));
      const left: Watched[] = [];
      const returned: Watched[] = [];
      for (const one of new Set([...touched, ...found.keys()])) {
        const sighting = found.get(one);
        const isPresent = !one.isGone || sighting !== undefined;
        if (one.isPresent && !isPresent) left.push(one);
        if (!one.isPresent && isPresent) returned.push(one);
        one.isPresent = isPresent;
        if (sighting) {
          seenIn.get(lineOf(one))?.delete(one);
          one.sought = { ...one.sought, seenAs: sighting };
          keep(seenIn, lineOf(one), () => new Set<Watched>()).add(one);
          mark(one, false);
        }
      }
      lastPlain = plain;
      return { left: idsInOrder(left), returned: idsInOrder(returned) };
    },
    add(watched) {
      for (const { id, sought, isPresent } of watched) {
        const one = { id, sought, wording: sought.wording, isPresent, isGone: false, place: index.size };
        index.add(one, sought.wording);
        keep(seenIn, lineOf(one), () => new Set<Watched>()).add(one);
        keep(worded, sought.wording.plain, () => [] as Watched[]).push(one);
        unlooked.push(one);
      }
    },
  };
}

const isGone = (one: Watched): boolean => one.isGone;

const lineOf = ({ sought }: Watched) => sought.seenAs?.line.wording.plain ?? '';

const idsInOrder = (some: readonly Watched[]) =>
  [...some].sort((a, b) => a.place - b.place).map(({ id }) => id);

const symmetricDifference = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [
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
