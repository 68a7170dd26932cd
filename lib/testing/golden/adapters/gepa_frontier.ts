import type { GepaSettings } from '@/lib/domain/method-settings';
import { type FrontKey, frontsOf, type Objectives, objectiveMeans } from '@/lib/methods/gepa/frontier';
import { addToPool, bestMember, emptyPool, meansOf, type Pool } from '@/lib/methods/gepa/pool';
import { selectParent } from '@/lib/methods/gepa/select-parent';
import { PythonRandom } from '@/lib/random/python-random';
import { listField, textField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';

/** Pools that grow candidate by candidate: fronts, their best scores, means, coverage and the best candidate. */
export const adapter: GoldenAdapter = { groups: { sequences } };

interface PeerProgram {
  readonly parents: readonly (number | null)[];
  readonly scores: Readonly<Record<string, number>>;
  readonly objectives?: Readonly<Record<string, Objectives>> | null;
}

function sequences(testCase: GoldenCase): Comparison[] {
  const pool = emptyPool(textField(testCase, 'frontier_type') as GepaSettings['frontier']);
  const programs = listField(testCase, 'programs') as readonly PeerProgram[];
  for (const program of programs) enter(pool, program);
  const { byExample, byObjective } = pool.frontier;
  const bestOf = (fronts: ReadonlyMap<string | number, { readonly best: number }>) =>
    Object.fromEntries([...fronts].map(([key, { best }]) => [key, best]));
  const actual = {
    best_score_by_val: bestOf(byExample),
    programs_at_front: Object.fromEntries(
      frontsOf(pool.frontier, pool.kind).map(({ key, members }) => [
        peerKey(key, pool.kind),
        [...members].sort((a, b) => a - b),
      ]),
    ),
    objective_front: bestOf(byObjective),
    aggregate_scores: meansOf(pool),
    coverage: pool.members.map(({ scores }) => scores.size),
    objective_means: pool.members.map(({ objectives }) => Object.fromEntries(objectiveMeans(objectives))),
    best_outputs: bestOutputs(pool),
    best_program_full_policy: bestMember(pool).index,
    current_best_selector: selectParent(pool, { kind: 'currentBest' }, new PythonRandom(0)),
  };
  return Object.entries(actual).map(([what, value]) => ({ what, actual: value, expected: testCase[what] }));
}

function enter(pool: Pool, { parents, scores, objectives }: PeerProgram): void {
  const byPosition = <T>(byId: Readonly<Record<string, T>>) =>
    new Map(Object.entries(byId).map(([id, value]) => [Number(id), value]));
  addToPool(pool, {
    components: new Map(),
    parents: parents.filter((parent) => parent !== null),
    discoveredAt: 0,
    measured: { scores: byPosition(scores), objectives: byPosition(objectives ?? {}) },
  });
}

/** The peer's spelling of a key: bare for one kind of front, a JSON list where kinds could be taken for each other. */
function peerKey(key: FrontKey, kind: GepaSettings['frontier']): string {
  if (key.kind === 'cartesian') return spaced(['cartesian', key.example, key.objective]);
  const name = key.kind === 'instance' ? key.example : key.objective;
  if (kind !== 'hybrid') return `${name}`;
  return spaced([key.kind === 'instance' ? 'val_id' : 'objective', name]);
}

const spaced = (list: readonly unknown[]) => `[${list.map((one) => JSON.stringify(one)).join(', ')}]`;

/** Who holds the front of an example, with the peer's made-up output of each. */
function bestOutputs(pool: Pool) {
  return Object.fromEntries(
    [...pool.frontier.byExample].map(([example, { members }]) => [
      example,
      [...members].sort((a, b) => a - b).map((index) => [index, `o${index}_${example}`]),
    ]),
  );
}
