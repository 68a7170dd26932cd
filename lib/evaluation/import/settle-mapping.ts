import type { FieldMapping, FieldSource, ImportPreset } from './import-types';

/**
 * Which column is which, as far as the columns' own names settle it. A role is settled where exactly one column has a
 * name that means nothing else; in every other case the importer asks, since a wrong column gives a data set that looks
 * right. Names hint at a default for the person who answers; a default is never used unasked.
 */
export type MappedRole = 'question' | 'expected' | 'context';

export interface UnsettledRole {
  readonly role: MappedRole;
  readonly why: 'noKnownName' | 'severalKnownNames';
  /** A name that hints, where one does: what a picker shows first. */
  readonly proposed: string | null;
  /** Columns to choose from, those with a known name first. */
  readonly candidates: readonly string[];
}

const ROLES: readonly MappedRole[] = ['question', 'expected', 'context'];

/** A mapping that may still lack what every example needs. */
export type ProposedMapping = Omit<FieldMapping, 'question' | 'expected'> & {
  readonly question: FieldSource | null;
  readonly expected: FieldSource | null;
};

export interface SettledMapping {
  readonly mapping: ProposedMapping;
  /** Empty = every role that matters is settled. */
  readonly unsettled: readonly UnsettledRole[];
}

const KNOWN: Readonly<Record<MappedRole, readonly string[]>> = {
  question: ['question', 'input', 'prompt', 'query', 'problem', 'instruction'],
  expected: [
    'expected',
    'answer',
    'target',
    'output',
    'label',
    'completion',
    'solution',
    'final_answer',
    'expected_answer',
    'expected_output',
    'reference_answer',
    'ground_truth',
  ],
  context: ['context', 'passage', 'document'],
};

/** Names that some files use so and others do not. */
const HINTS: Readonly<Record<MappedRole, readonly string[]>> = {
  question: ['text', 'task', 'user', 'message', 'sentence', 'context'],
  expected: ['class', 'category', 'response', 'result', 'gold', 'reference', 'truth', 'value'],
  context: [],
};

const IDS = ['id', 'uid', 'example_id'];

/** The names that settle a role, for a sentence. */
export function knownNames(role: MappedRole): readonly string[] {
  return KNOWN[role];
}

export function settleMapping(preset: ImportPreset, paths: readonly string[]): SettledMapping {
  const [id] = named(paths, IDS);
  const [sourceSplit] = named(paths, ['split']);
  const base = { id: at(id), groupKey: null, sourceSplit: at(sourceSplit) };
  // A published prompt is known by its text, and its file has these two columns.
  if (preset !== 'generic' && paths.includes('context') && paths.includes('target')) {
    const mapping = { ...base, question: at('context'), context: null, expected: at('target') };
    return { mapping, unsettled: [] };
  }
  const others = paths.filter((path) => path !== id && path !== sourceSplit);
  const [question, expected, context] = ROLES.map((role) => settleRole(role, others));
  const mapping = {
    ...base,
    question: at(question?.column),
    expected: at(expected?.column),
    context: at(context?.column),
  };
  return { mapping, unsettled: [question, expected, context].flatMap((role) => role?.asks ?? []) };
}

interface SettledRole {
  readonly column?: string;
  readonly asks?: UnsettledRole;
}

function settleRole(role: MappedRole, paths: readonly string[]): SettledRole {
  const known = named(paths, KNOWN[role]);
  const [column] = known;
  if (known.length === 1 && column !== undefined) return { column };
  // Examples do without a context; only two columns that both look like one are a question.
  if (known.length === 0 && role === 'context') return {};
  const free = paths.filter((path) => !isKnownElsewhere(path, role));
  const hinted = known.length > 0 ? known : named(free, HINTS[role]);
  const asks: UnsettledRole = {
    role,
    why: known.length > 0 ? 'severalKnownNames' : 'noKnownName',
    proposed: hinted[0] ?? null,
    candidates: [...new Set([...hinted, ...free])],
  };
  return { asks };
}

/** Paths with one of these names and nothing around it, in the order of the names. */
function named(paths: readonly string[], names: readonly string[]): string[] {
  return names.flatMap((name) => paths.filter((path) => path.trim().toLowerCase() === name));
}

/** A column that is one role for certain is no candidate for another, except context, which files use for both. */
function isKnownElsewhere(path: string, role: MappedRole): boolean {
  const others = (['question', 'expected'] as const).filter((other) => other !== role);
  return others.some((other) => KNOWN[other].includes(path.trim().toLowerCase()));
}

function at(path: string | undefined): FieldSource | null {
  return path === undefined ? null : { path };
}
