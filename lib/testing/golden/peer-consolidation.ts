import type { Fields } from './peer-operation';
import { reworded, type Skillbook } from './peer-skillbook';
import { pythonTruth } from './python-values';

/** Applies a decision of a consolidation to a book; its fields are taken as they are. */
export function consolidated(book: Skillbook, operation: Fields): Skillbook | 'refused' {
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
