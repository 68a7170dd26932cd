import { removeBullet, updateBullet } from '@/lib/methods/ace/bullet-book';
import type { Bullet } from '@/lib/methods/ace/parse-bullet-line';
import type { Comparison, GoldenAdapter, GoldenCase } from '@/lib/testing/golden/golden-adapter';
import { pythonInt, pythonText, pythonTruth, pythonWords } from '@/lib/testing/golden/python-values';

/**
 * Another implementation of ACE, as a model of what update, merge and delete do to a book of skills. What happens to a
 * skill is ours (`bullet-book`, which the product's edits go through); the peer's bookkeeping is kept here: its ids
 * (first word of the section and a counter), ids of the caller's choice, sections that vanish when empty, and skills
 * that are marked invalid instead of being taken out.
 *
 * The peer reads an update's fields by Python's rules, and a consolidation's not at all:
 *
 *     section         absent: '', which an addition without an id refuses; null: 'None'; else its text
 *     content         null or absent: an addition's is '', an update leaves what is there; else its text
 *     skill_id        null or absent: none; else its text, so that 5 and '5' are one; an empty one is made anew
 *     metadata        whole numbers; an operation TAG keeps the three counts only; what is no number refuses
 *     consolidations  ids and contents are taken as they are: 5 is not '5', a content may be null
 */
interface Skill extends Bullet {
  readonly section: string;
  readonly status: 'active' | 'invalid';
  /** The content as the operation gave it; `content` is its text. */
  readonly written: unknown;
}

interface Skillbook {
  readonly skills: ReadonlyMap<string, Skill>;
  readonly sections: ReadonlyMap<string, readonly string[]>;
  readonly counter: number;
}

type Fields = Readonly<Record<string, unknown>>;

interface Operation {
  readonly type: string;
  readonly section: string;
  readonly content?: string;
  readonly skill_id?: string;
  readonly metadata?: Fields;
  readonly [other: string]: unknown;
}

const EMPTY: Skillbook = { skills: new Map(), sections: new Map(), counter: 0 };
const TYPES = ['ADD', 'UPDATE', 'TAG', 'REMOVE'];
const COUNTS = ['helpful', 'harmful', 'neutral'];
const TEXTS = ['content', 'skill_id', 'justification', 'evidence'];
const INDICES = ['learning_index', 'reflection_index'];

export const adapter: GoldenAdapter = {
  groups: {
    apply_update: (testCase) => bookCompared(testCase, applied(EMPTY, testCase.operations)),

    operation_round_trip: ({ payload, round_trip, ...testCase }) => {
      const actual = operationOf(payload as Fields);
      if ('error' in testCase) return [{ what: 'refuses', actual: actual === 'refused', expected: true }];
      return [{ what: 'operation', actual, expected: round_trip }];
    },

    consolidation: consolidationCheck,
  },
};

function bookCompared(testCase: GoldenCase, book: Skillbook | 'refused'): Comparison[] {
  const actual = book === 'refused' ? book : shown(book);
  if ('error' in testCase) return [{ what: 'refuses', actual: actual === 'refused', expected: true }];
  return [{ what: 'book', actual, expected: testCase.result }];
}

function consolidationCheck(testCase: GoldenCase): Comparison[] {
  const operations = testCase.operations as readonly Fields[];
  let book = applied(EMPTY, testCase.start);
  for (const operation of operations) {
    if (book !== 'refused') book = consolidated(book, operation);
  }
  const compared = bookCompared(testCase, book);
  if (book === 'refused') return compared;
  const kept = operations.some(({ type, skill_ids: ids }) => {
    return type === 'KEEP' && Array.isArray(ids) && ids.includes('x-00001') && ids.includes('x-00002');
  });
  return [...compared, { what: 'keep decision', actual: kept, expected: testCase.keep_decision_x1_x2 }];
}

/** All operations are read before the first is applied: one that cannot be read spoils the whole update. */
function applied(book: Skillbook, given: unknown): Skillbook | 'refused' {
  const payloads = Array.isArray(given) ? given.filter(isFields) : [];
  const operations = payloads.map(operationOf);
  let current = book;
  for (const operation of operations) {
    const next = operation === 'refused' ? operation : stepped(current, operation);
    if (next === 'refused') return next;
    current = next;
  }
  return current;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The operation as it would be written again: what is null, empty or unknown is left out. */
function operationOf(payload: Fields): Operation | 'refused' {
  const type = pythonText(payload.type).toUpperCase();
  if (!TYPES.includes(type)) return 'refused';
  const metadata = isFields(payload.metadata) ? Object.entries(payload.metadata) : [];
  const counts = metadata
    .filter(([key]) => type !== 'TAG' || COUNTS.includes(key))
    .map(([key, value]) => [key, pythonInt(value)] as const);
  if (counts.some(([, value]) => value === undefined)) return 'refused';
  const present = (keys: readonly string[]) =>
    keys.flatMap((key) => (payload[key] == null ? [] : [[key, payload[key]] as const]));
  const indices = present(INDICES).map(([key, value]) => [key, pythonInt(value)] as const);
  const many = Array.isArray(payload.reflection_indices) ? payload.reflection_indices : [];
  const readable = many.map(pythonInt).filter((index) => index !== undefined);
  return {
    type,
    section: payload.section === undefined ? '' : pythonText(payload.section),
    ...Object.fromEntries(present(TEXTS).map(([key, value]) => [key, pythonText(value)])),
    ...(counts.length === 0 ? {} : { metadata: Object.fromEntries(counts) }),
    ...Object.fromEntries(indices.filter(([, value]) => value !== undefined)),
    ...(readable.length === 0 ? {} : { reflection_indices: readable }),
  };
}

function stepped(book: Skillbook, operation: Operation): Skillbook | 'refused' {
  const { type, skill_id: id, content } = operation;
  if (type === 'ADD') return addedSkill(book, operation);
  if (id === undefined) return book;
  if (type === 'UPDATE') return content === undefined ? book : reworded(book, id, content);
  return type === 'REMOVE' ? removed(book, id) : book;
}

function addedSkill(book: Skillbook, operation: Operation): Skillbook | 'refused' {
  const { section, content = '', skill_id: chosen = '' } = operation;
  const [word] = pythonWords(section);
  if (chosen === '' && word === undefined) return 'refused';
  const counter = chosen === '' ? book.counter + 1 : book.counter;
  const id = chosen === '' ? `${word?.toLowerCase()}-${String(counter).padStart(5, '0')}` : chosen;
  const counts = { helpful: 0, harmful: 0 };
  const skill: Skill = { id, section, content, written: content, ...counts, status: 'active' };
  const sections = new Map(book.sections).set(section, [...(book.sections.get(section) ?? []), id]);
  return { skills: new Map(book.skills).set(id, skill), sections, counter };
}

/** Removes a skill. If two sections list its id, only the section of its last skill drops it. */
function removed(book: Skillbook, id: string): Skillbook {
  const section = book.skills.get(id)?.section;
  const skills = removeBullet(book.skills, id);
  if (skills === null || section === undefined) return book;
  const left = (book.sections.get(section) ?? []).filter((other) => other !== id);
  const sections = new Map(book.sections).set(section, left);
  if (left.length === 0) sections.delete(section);
  return { ...book, skills, sections };
}

function reworded(book: Skillbook, id: string, written: unknown): Skillbook {
  const skills = updateBullet(book.skills, id, pythonText(written));
  const skill = skills?.get(id);
  return skill ? { ...book, skills: new Map(skills).set(id, { ...skill, written }) } : book;
}

function consolidated(book: Skillbook, operation: Fields): Skillbook | 'refused' {
  switch (operation.type) {
    case 'UPDATE':
      return updated(book, operation);
    case 'DELETE':
      return retired(book, [operation.skill_id]);
    case 'MERGE':
      return mergedSkills(book, operation);
    case 'KEEP':
      return operation.skill_ids === undefined || isListed(operation.skill_ids) ? book : 'refused';
    default:
      return book;
  }
}

function updated(book: Skillbook, { skill_id: id, new_content: content = '' }: Fields): Skillbook {
  return has(book, id) ? reworded(book, id, content) : book;
}

/** The skill to keep takes the merged content, unless that is empty: then its own stays. The others are retired. */
function mergedSkills(book: Skillbook, operation: Fields): Skillbook | 'refused' {
  const { keep_id: keep, source_ids: sources = [], merged_content: content = '' } = operation;
  if (!has(book, keep)) return book;
  if (!isListed(sources)) return 'refused';
  const named = Array.isArray(sources) ? sources : Object.keys(Object(sources));
  const rest = retired(
    book,
    named.filter((source) => source !== keep),
  );
  return pythonTruth(content) ? reworded(rest, keep, content) : rest;
}

/** Python walks lists, texts and mappings alike; a number or null in their place raises. */
function isListed(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

function has({ skills }: Skillbook, id: unknown): id is string {
  return typeof id === 'string' && skills.has(id);
}

function retired(book: Skillbook, ids: readonly unknown[]): Skillbook {
  const skills = new Map(book.skills);
  for (const id of ids) {
    const skill = typeof id === 'string' ? skills.get(id) : undefined;
    if (skill) skills.set(skill.id, { ...skill, status: 'invalid' });
  }
  return { ...book, skills };
}

/** The peer cannot print a book whose sections list an id that is gone, unless no skill is left at all. */
function shown({ skills, sections }: Skillbook) {
  const all = [...skills.values()];
  const lines: string[] = [];
  for (const name of [...sections.keys()].sort(byCodePoint)) {
    lines.push(`## ${name}`);
    for (const id of sections.get(name) ?? []) {
      const skill = skills.get(id);
      if (skill === undefined && all.length > 0) return 'refused';
      lines.push(`- [${id}] ${skill?.content}`);
    }
  }
  return {
    sections: Object.fromEntries(sections),
    skills: all.map(({ id, section, written, status }) => ({ id, section, content: written, status })),
    active_ids: all.filter(({ status }) => status === 'active').map(({ id }) => id),
    stats: { sections: sections.size, skills: skills.size },
    text: all.length === 0 ? 'Skillbook(empty)' : lines.join('\n'),
  };
}

/** Python sorts text by code point; `sort` alone would put an emoji before U+FFFD. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((character, i) => character !== right[i]);
  if (at === -1) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}
