import { canonicalHash, canonicalJson } from '@/lib/domain/content-hash';
import type { Flag } from '@/lib/domain/flag';
import { type Answered, evaluateFlag } from './evaluate-flag';

/**
 * The OpenFeature Remote Evaluation Protocol 0.3.0 as values: a flag or a set of flags and a context in, the body of the
 * answer out, with a word for what kind of answer it is. The door gives that word its status. Knows no HTTP, no caller's
 * key (the door passes the flags that the key may see) and no clock. Cost: see `evaluate-flag`.
 */
export type OfrepContext = Readonly<Record<string, unknown>> & { readonly targetingKey: string | null };

export interface OfrepSuccess {
  readonly key: string;
  readonly reason: string;
  /** Absent = the caller's code has the default. */
  readonly value?: Readonly<Record<string, unknown>>;
  readonly variant?: string;
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
}

export interface OfrepFailure {
  readonly key?: string;
  readonly errorCode:
    | 'PARSE_ERROR'
    | 'TARGETING_KEY_MISSING'
    | 'INVALID_CONTEXT'
    | 'FLAG_NOT_FOUND'
    | 'GENERAL';
  readonly errorDetails: string;
}

/** evaluated 200, refused 400, unknown 404. */
export type OfrepAnswer =
  | { readonly kind: 'evaluated'; readonly body: OfrepSuccess }
  | { readonly kind: 'refused' | 'unknown'; readonly body: OfrepFailure };

/** How often a client that polls should ask while a canary is live, so that it sees a revert soon. */
const POLL_INTERVAL_MS = 5000;
const CONTEXT_FORM = 'Send {"context": {"targetingKey": "..."}} with a text as targeting key.';

/** The flag key of a slot; every key of a rehearsal slot begins with `rehearsal.` (P4). */
export function flagKeyOf({ kind, slug }: Pick<Flag, 'kind' | 'slug'>): string {
  return `${kind === 'rehearsal' ? 'rehearsal' : 'prompt'}.${slug}`;
}

/** The context of a request's body (undefined where it is no JSON), or its fault. Only a split needs a targeting key. */
export function readContext(body: unknown): OfrepContext | OfrepFailure {
  if (!isRecord(body)) return { errorCode: 'PARSE_ERROR', errorDetails: CONTEXT_FORM };
  const context = body.context;
  if (!isRecord(context)) return { errorCode: 'INVALID_CONTEXT', errorDetails: CONTEXT_FORM };
  const key = context.targetingKey ?? null;
  if (key !== null && typeof key !== 'string')
    return { errorCode: 'INVALID_CONTEXT', errorDetails: CONTEXT_FORM };
  return { ...context, targetingKey: key === '' ? null : key };
}

export function isFault(read: OfrepContext | OfrepFailure): read is OfrepFailure {
  return !('targetingKey' in read);
}

/** Gives what was served the name that outcomes will refer to; without one an answer takes none. */
export type Expose = (flag: Flag, answer: Answered, targetingKey: string | null) => string;

/** One flag. */
export function evaluateOne(
  flag: Flag | undefined,
  { key, body, expose }: { readonly key: string; readonly body: unknown; readonly expose?: Expose },
): OfrepAnswer {
  const context = readContext(body);
  if (isFault(context)) return { kind: 'refused', body: { key, ...context } };
  if (flag === undefined) {
    const errorDetails = `There is no slot with the key ${key} for this API key.`;
    return { kind: 'unknown', body: { key, errorCode: 'FLAG_NOT_FOUND', errorDetails } };
  }
  const found = answerOf(flag, context, expose);
  return 'errorCode' in found ? { kind: 'refused', body: found } : { kind: 'evaluated', body: found };
}

export interface OfrepBulk {
  readonly flags: readonly (OfrepSuccess | OfrepFailure)[];
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
}

/** Evaluates all flags at once; a flag that cannot be evaluated is listed with its error. */
export function evaluateAll(
  flags: readonly Flag[],
  context: OfrepContext,
  { configVersion, expose }: { readonly configVersion: number; readonly expose?: Expose },
): OfrepBulk {
  return {
    flags: flags.map((flag) => answerOf(flag, context, expose)),
    metadata: { configVersion },
  };
}

/**
 * Covers the configuration, the context and the flags that the caller may see: a client that asks with another context
 * never gets "unchanged" for it. Computed without evaluating anything.
 */
export function etagOf(configVersion: number, context: OfrepContext, audience: string): string {
  return `"cfg-${configVersion}.${canonicalHash([audience, context]).slice(0, 16)}"`;
}

/** True where the caller has this answer already: one tag of a list, weak or strong, or any. */
export function hasAnswer(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** The payload of an event that tells clients to ask again. */
export function refetchEvent(configVersion: number, changedAtSec: number): string {
  const etag = `cfg-${configVersion}`;
  return canonicalJson({ type: 'refetchEvaluation', etag, lastModified: changedAtSec });
}

function answerOf(flag: Flag, context: OfrepContext, expose?: Expose): OfrepSuccess | OfrepFailure {
  const key = flagKeyOf(flag);
  const answer = evaluateFlag(flag, context.targetingKey);
  if (!answer.isAnswered) {
    const errorDetails =
      'A canary is live in this slot; it takes a targetingKey that stays the same for a user.';
    return { key, errorCode: 'TARGETING_KEY_MISSING', errorDetails };
  }
  const { reason, served } = answer;
  const metadata = metadataOf(flag, answer);
  if (served === null) return { key, reason, metadata };
  const { prompt, variant } = served;
  const exposed =
    expose === undefined ? metadata : { ...metadata, exposureId: expose(flag, answer, context.targetingKey) };
  return { key, reason, variant, value: { ...prompt }, metadata: exposed };
}

function metadataOf(flag: Flag, { served, bucket }: Answered): OfrepSuccess['metadata'] {
  const { split, configVersion, kind } = flag;
  return {
    configVersion,
    rehearsal: kind === 'rehearsal',
    ...(served ? { role: served.variant } : {}),
    ...(split && bucket !== null
      ? { releaseId: split.canaryId, bucket, pct: split.share, pollIntervalMs: POLL_INTERVAL_MS }
      : {}),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
