import type { FactData, FactType } from '@/lib/domain/ledger-entry';
import type {
  GroupRecord,
  IterationRecord,
  ReduceRecord,
  ReflectionRecord,
  WrittenUpdate,
} from './iteration-record';

/**
 * From the facts of a run, in the order in which they are emitted, to the record of each iteration. The loop records its
 * facts as it emits them, a service those of a ledger: both come to the same. Keeps what two iterations need (a late
 * reflection joins the next one) and forgets the rest. Knows neither similarity nor the ledger.
 */
export interface IterationRecorder {
  /** `place` is the fact's key without its type. Types that do not matter are passed over. */
  record<T extends FactType>(type: T, place: string, data: FactData[T]): void;
  /** Called once the iteration is closed; null where it was never started. */
  close(iteration: number, prompts: Pick<IterationRecord, 'before' | 'after'>): IterationRecord | null;
}

interface Collected {
  size: number | null;
  readonly reflections: Map<number, FactData['reflection.finished']>;
  /** By place: one, or one a proposal and component. */
  readonly reduces: Map<string, Reduce>;
  readonly proposals: Map<number, FactData['candidate.proposed']>;
  closed: FactData['iteration.closed'] | null;
}

interface Reduce {
  shuffled: FactData['shuffle.finished'] | null;
  readonly groups: Map<number, WrittenUpdate>;
  final: FactData['scan.combined'] | null;
}

export function recordIterations(): IterationRecorder {
  const all = new Map<number, Collected>();
  /** Candidates that proposals start from; only a search has any. */
  const texts = new Map<string, string>();
  const at = (iteration: number) => kept(all, iteration, empty);
  return {
    record(type, place, data) {
      // The union's members are correlated by T, which a switch on `type` alone cannot show to the compiler.
      const fact = { type, data } as Recorded;
      switch (fact.type) {
        case 'iteration.started':
          at(fact.data.iteration).size = fact.data.exampleIds.length;
          break;
        case 'reflection.finished':
          at(fact.data.iteration).reflections.set(fact.data.ordinal, fact.data);
          break;
        case 'shuffle.finished':
          reduceAt(at(fact.data.iteration), place).shuffled = fact.data;
          break;
        case 'group.aggregated': {
          const reduce = reduceAt(at(fact.data.iteration), place.slice(0, place.lastIndexOf('/')));
          reduce.groups.set(fact.data.group, writtenOf(fact.data));
          break;
        }
        case 'scan.combined':
          reduceAt(at(fact.data.iteration), place).final = fact.data;
          break;
        case 'candidate.proposed': {
          const { iteration, proposal, accepted, hash, text } = fact.data;
          at(iteration).proposals.set(proposal, fact.data);
          if (accepted && hash !== null && text !== null) texts.set(hash, text);
          break;
        }
        case 'iteration.closed':
          at(fact.data.iteration).closed = fact.data;
          break;
      }
    },
    close(iteration, prompts) {
      const own = all.get(iteration);
      const earlier = all.get(iteration - 1);
      // The one before has given what it had: its late reflections join this iteration or none.
      all.delete(iteration - 1);
      if (own === undefined || own.size === null || own.closed === null) return null;
      return {
        ...prompts,
        iteration,
        size: own.size,
        reflections: [...ownReflections(own), ...carriedReflections(own, earlier)],
        reduces: [...own.reduces]
          .sort(([a], [b]) => byPlace(a, b))
          .map(([place, reduce]) => roadReduce(place, reduce, own, texts)),
      };
    },
  };
}

type Recorded = {
  [T in FactType]: { readonly type: T; readonly data: FactData[T] };
}[FactType];

const empty = (): Collected => ({
  size: null,
  reflections: new Map(),
  reduces: new Map(),
  proposals: new Map(),
  closed: null,
});

function reduceAt({ reduces }: Collected, place: string): Reduce {
  return kept(reduces, place, () => ({ shuffled: null, groups: new Map(), final: null }));
}

const writtenOf = ({ edits, text, cause }: WrittenUpdate): WrittenUpdate => ({ edits, text, cause });

/** All that were in in time; what was late is not a part of this iteration. */
function ownReflections({ reflections, closed }: Collected): readonly ReflectionRecord[] {
  const late = new Set(closed?.late ?? []);
  return [...reflections.values()]
    .filter(({ ordinal, cause, text }) => cause === null && text.trim() !== '' && !late.has(ordinal))
    .sort((a, b) => a.ordinal - b.ordinal)
    .map(({ ordinal, insights, text }) => ({ ordinal, insights, text, isCarried: false }));
}

/** In the groups they stand behind the iteration's own, numbered on from its size in the order in which they were late. */
function carriedReflections(
  { size, closed }: Collected,
  earlier: Collected | undefined,
): readonly ReflectionRecord[] {
  const carried = new Set(closed?.carried ?? []);
  return (earlier?.closed?.late ?? []).flatMap((late, index) => {
    const reflection = earlier?.reflections.get(late);
    if (!carried.has(late) || reflection === undefined) return [];
    const { insights, text } = reflection;
    return [{ ordinal: (size ?? 0) + index, insights, text, isCarried: true }];
  });
}

function roadReduce(
  place: string,
  { shuffled, groups, final }: Reduce,
  own: Collected,
  texts: ReadonlyMap<string, string>,
): ReduceRecord {
  const everybody = [...new Set(shuffled?.groups.flat() ?? [])];
  const listed = [...groups].map(
    ([group, written]): GroupRecord => ({
      group,
      // One plain call reads everything, whatever the shuffle would have made of it.
      members: final?.mode === 'plainCall' ? everybody : (shuffled?.groups[group] ?? everybody),
      written,
    }),
  );
  const proposal = own.proposals.get(proposalOf(place));
  const parents = (proposal?.parentHashes ?? []).flatMap((hash) => texts.get(hash) ?? []);
  return {
    groups: listed.sort((a, b) => a.group - b.group),
    final: final ?? { edits: [], text: null, cause: null },
    base: parents.length === 0 ? null : parents.join('\n'),
    isAccepted: proposal?.accepted ?? null,
  };
}

/** Proposal in `<iteration>/p<proposal>`; proposal 0 has the place of an iteration without proposals. */
const proposalOf = (place: string) => Number(/\/p(\d+)/.exec(place)?.[1] ?? 0);

/** Reduces of one iteration go on side by side, and which of them speaks first is chance: a replay must read the same. */
const byPlace = (a: string, b: string) =>
  proposalOf(a) - proposalOf(b) || a.length - b.length || (a < b ? -1 : 1);

function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
