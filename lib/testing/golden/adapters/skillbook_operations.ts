import { removeBullet, updateBullet } from '@/lib/methods/ace/bullet-book';
import type { Bullet } from '@/lib/methods/ace/parse-bullet-line';
import type { Comparison, GoldenAdapter, GoldenCase } from '@/lib/testing/golden/golden-adapter';

/**
 * Another implementation of ACE, as a model of what update, merge and delete do to a book of skills. What happens to a
 * skill is ours (`bullet-book`, which the product's edits go through); the peer's bookkeeping is kept here: its ids
 * (first word of the section and a counter), ids of the caller's choice, sections that vanish when empty, and skills
 * that are marked invalid instead of being taken out.
 */
interface Skill extends Bullet {
  readonly section: string;
  readonly status: 'active' | 'invalid';
}

interface Skillbook {
  readonly skills: ReadonlyMap<string, Skill>;
  readonly sections: ReadonlyMap<string, readonly string[]>;
  readonly counter: number;
}

type Operation = Readonly<Record<string, unknown>>;

const EMPTY: Skillbook = { skills: new Map(), sections: new Map(), counter: 0 };
const TYPES = ['ADD', 'UPDATE', 'TAG', 'REMOVE'];

export const adapter: GoldenAdapter = {
  groups: {
    apply_update: (testCase) => {
      const book = applied(EMPTY, testCase.operations);
      if ('error' in testCase) return [{ what: 'refuses', actual: book === 'refused', expected: true }];
      return [{ what: 'book', actual: book === 'refused' ? book : shown(book), expected: testCase.result }];
    },

    operation_round_trip: ({ payload, round_trip }) => [
      { what: 'operation', actual: operationOf(payload), expected: round_trip },
    ],

    consolidation: consolidationCheck,
  },
};

function consolidationCheck({ start, operations, ...testCase }: GoldenCase): Comparison[] {
  const begun = applied(EMPTY, start);
  if (begun === 'refused') return [{ what: 'start', actual: begun, expected: testCase.result }];
  const all = operations as readonly Operation[];
  const book = all.reduce(consolidated, begun);
  const kept = all.some(({ type, skill_ids }) => {
    const ids = type === 'KEEP' ? (skill_ids as readonly string[]) : [];
    return ids.includes('x-00001') && ids.includes('x-00002');
  });
  return [
    { what: 'book', actual: shown(book), expected: testCase.result },
    { what: 'keep decision', actual: kept, expected: testCase.keep_decision_x1_x2 },
  ];
}

function applied(book: Skillbook, operations: unknown): Skillbook | 'refused' {
  let current = book;
  for (const payload of operations as readonly unknown[]) {
    // What is no object is passed over; what is one, but names no operation, spoils the update.
    if (typeof payload !== 'object' || payload === null) continue;
    const operation = operationOf(payload);
    const next = operation === 'refused' ? operation : stepped(current, operation);
    if (next === 'refused') return next;
    current = next;
  }
  return current;
}

/** The operation as it would be written again: its type in capitals, counts as numbers, other metadata dropped. */
function operationOf(payload: unknown): Operation | 'refused' {
  const { type, metadata, ...rest } = payload as Operation;
  const name = String(type).toUpperCase();
  if (!TYPES.includes(name)) return 'refused';
  if (metadata === undefined) return { type: name, ...rest };
  const counts = Object.entries(metadata as Operation).flatMap(([key, value]) =>
    ['helpful', 'harmful', 'neutral'].includes(key) ? [[key, Number(value)]] : [],
  );
  return { type: name, ...rest, metadata: Object.fromEntries(counts) };
}

function stepped(book: Skillbook, operation: Operation): Skillbook | 'refused' {
  const id = String(operation.skill_id ?? '');
  if (operation.type === 'ADD') return addedSkill(book, operation);
  if (operation.type === 'UPDATE') {
    const skills = updateBullet(book.skills, id, String(operation.content));
    return { ...book, skills: skills ?? book.skills };
  }
  if (operation.type !== 'REMOVE') return book;
  const skills = removeBullet(book.skills, id);
  return skills === null ? book : { ...book, skills, sections: without(book.sections, id) };
}

function addedSkill(book: Skillbook, { section, content, skill_id }: Operation): Skillbook | 'refused' {
  const name = String(section);
  const [word] = name.toLowerCase().split(/\s+/).filter(Boolean);
  if (skill_id === undefined && word === undefined) return 'refused';
  const counter = skill_id === undefined ? book.counter + 1 : book.counter;
  const id = String(skill_id ?? `${word}-${String(counter).padStart(5, '0')}`);
  const skill: Skill = {
    id,
    section: name,
    content: String(content),
    helpful: 0,
    harmful: 0,
    status: 'active',
  };
  const ids = [...(book.sections.get(name) ?? []), id];
  const sections = new Map(book.sections).set(name, ids);
  return { skills: new Map(book.skills).set(id, skill), sections, counter };
}

function without(sections: Skillbook['sections'], id: string): Skillbook['sections'] {
  const left = [...sections].map(([name, ids]) => [name, ids.filter((other) => other !== id)] as const);
  return new Map(left.filter(([, ids]) => ids.length > 0));
}

function consolidated(book: Skillbook, operation: Operation): Skillbook {
  const { type, skill_id: id, keep_id: keep, source_ids: sources } = operation;
  if (type === 'UPDATE') {
    const skills = updateBullet(book.skills, String(id), String(operation.new_content));
    return { ...book, skills: skills ?? book.skills };
  }
  if (type === 'DELETE') return retired(book, [String(id)]);
  if (type !== 'MERGE') return book;
  const skills = updateBullet(book.skills, String(keep), String(operation.merged_content));
  const others = (sources as readonly string[]).filter((source) => source !== keep);
  return skills === null ? book : retired({ ...book, skills }, others);
}

function retired(book: Skillbook, ids: readonly string[]): Skillbook {
  const skills = new Map(book.skills);
  for (const id of ids) {
    const skill = skills.get(id);
    if (skill) skills.set(id, { ...skill, status: 'invalid' });
  }
  return { ...book, skills };
}

function shown({ skills, sections }: Skillbook) {
  const all = [...skills.values()];
  const names = [...sections.keys()].sort();
  const lines = names.flatMap((name) => [
    `## ${name}`,
    ...(sections.get(name) ?? []).flatMap((id) => {
      const skill = skills.get(id);
      return skill === undefined ? [] : [`- [${id}] ${skill.content}`];
    }),
  ]);
  return {
    sections: Object.fromEntries(sections),
    skills: all.map(({ id, section, content, status }) => ({ id, section, content, status })),
    active_ids: all.filter(({ status }) => status === 'active').map(({ id }) => id),
    stats: { sections: sections.size, skills: skills.size },
    text: lines.length === 0 ? 'Skillbook(empty)' : lines.join('\n'),
  };
}
