import { removeBullet, updateBullet } from '@/lib/methods/ace/bullet-book';
import type { Bullet } from '@/lib/methods/ace/parse-bullet-line';
import type { Operation } from './peer-operation';
import { pythonText, pythonWords } from './python-values';

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
export interface Skill extends Bullet {
  readonly section: string;
  readonly status: 'active' | 'invalid';
  /** The content as the operation gave it; `content` is its text. */
  readonly written: unknown;
}

export interface Skillbook {
  readonly skills: ReadonlyMap<string, Skill>;
  readonly sections: ReadonlyMap<string, readonly string[]>;
  readonly counter: number;
}

export const EMPTY: Skillbook = { skills: new Map(), sections: new Map(), counter: 0 };

export function stepped(book: Skillbook, operation: Operation): Skillbook | 'refused' {
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

export function reworded(book: Skillbook, id: string, written: unknown): Skillbook {
  const skills = updateBullet(book.skills, id, pythonText(written));
  const skill = skills?.get(id);
  return skill ? { ...book, skills: new Map(skills).set(id, { ...skill, written }) } : book;
}

/** The peer cannot print a book whose sections list an id that is gone, unless no skill is left at all. */
export function shown({ skills, sections }: Skillbook) {
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
