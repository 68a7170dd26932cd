import { type ColumnValues, guessColumns } from './guess-columns';
import type { FieldMapping, FieldSource, ImportPreset } from './import-types';

/**
 * Which column is which, as far as the columns' own names settle it. A role is settled where exactly one column has a
 * name that means nothing else; in every other case the importer asks, since a wrong column gives a data set that looks
 * right. Names and values give a guess for the person who answers; a guess is never used unasked.
 */
export type MappedRole = 'question' | 'expected' | 'context';

export interface UnsettledRole {
  readonly role: MappedRole;
  readonly why: 'noKnownName' | 'severalKnownNames';
  /** A guess from names and values, for a person to check: what a picker shows first. Null = none. */
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

const NO_VALUES: ColumnValues = new Map();

/** The first values of the columns are read for guesses only; they settle nothing. */
export function settleMapping(
  preset: ImportPreset,
  paths: readonly string[],
  values: ColumnValues = NO_VALUES,
): SettledMapping {
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
  const unsettled = [question, expected, context].flatMap((role) => role?.asks ?? []);
  return { mapping, unsettled: withGuesses(unsettled, { mapping, paths: others, values }) };
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

interface Guessable {
  readonly mapping: ProposedMapping;
  readonly paths: readonly string[];
  readonly values: ColumnValues;
}

/** Fills in a guess where no name hints; a column that has a role already is guessed for no other. */
function withGuesses(
  unsettled: readonly UnsettledRole[],
  { mapping, paths, values }: Guessable,
): UnsettledRole[] {
  const taken = [mapping.question, mapping.expected, mapping.context].flatMap((source) =>
    source !== null && 'path' in source ? [source.path] : [],
  );
  const hinted = unsettled.flatMap(({ proposed }) => proposed ?? []);
  const free = paths.filter((path) => !taken.includes(path) && !hinted.includes(path));
  const guessed = guessColumns(free, values);
  return unsettled.map((one) => {
    const guess = one.role === 'context' ? null : guessed[one.role];
    return { ...one, proposed: one.proposed ?? (one.candidates.includes(guess ?? '') ? guess : null) };
  });
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
