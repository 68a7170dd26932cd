import { pythonInt, pythonText } from './python-values';

export type Fields = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly type: string;
  readonly section: string;
  readonly content?: string;
  readonly skill_id?: string;
  readonly metadata?: Fields;
  readonly [other: string]: unknown;
}

const TYPES = ['ADD', 'UPDATE', 'TAG', 'REMOVE'];
const COUNTS = ['helpful', 'harmful', 'neutral'];
const TEXTS = ['content', 'skill_id', 'justification', 'evidence'];
const INDICES = ['learning_index', 'reflection_index'];

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The operation as it would be written again: what is null, empty or unknown is left out. */
export function operationOf(payload: Fields): Operation | 'refused' {
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
