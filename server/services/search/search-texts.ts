import {
  SEARCH_COUNT_MAX,
  type SearchHitView,
  type SearchInput,
  type SearchKind,
} from '@/lib/contracts/search';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { Redactor } from '@/lib/evaluation/privacy/redact';
import { excerptOf, firstHit, searchedWords } from '@/lib/projection/search-excerpt';
import { db } from '@/server/db/client';
import { ledgerPool } from '@/server/ledger/pool';
import { findSearched, readSearched, type SearchedFact } from '@/server/repositories/search';
import { keepSearchTexts } from '@/server/repositories/search-index';

/**
 * Full-text search over the ledgers of a workspace. The excerpts show less than a run's own page does: what looks like
 * personal or secret data is struck out of them, since a search gathers what is scattered over many runs.
 */
const TYPE_OF: Readonly<Record<SearchKind, string>> = {
  prompt: 'candidate.created',
  reflection: 'reflection.finished',
  trace: 'rollout.finished',
};
const KIND_OF = new Map(Object.entries(TYPE_OF).map(([kind, type]) => [type, kind as SearchKind]));
const NEWEST = BigInt('9223372036854775807');
/** Characters around a hit that are looked through before the excerpt is cut out of them. */
const AROUND = 600;

/** Time that a search within one run may take to keep what it did not keep yet; a larger run needs several searches. */
const INDEX_MS = 2_000;

interface SearchPage {
  readonly items: SearchHitView[];
  readonly nextCursor: string | null;
  readonly found: { readonly count: number; readonly isMore: boolean } | null;
  readonly isIndexing: boolean;
}

export async function searchTexts(actor: Actor<'read'>, input: SearchInput): Promise<SearchPage> {
  const isFirst = input.cursor === undefined;
  const words = searchedWords(input.q);
  if (words.length === 0)
    return {
      items: [],
      nextCursor: null,
      found: isFirst ? { count: 0, isMore: false } : null,
      isIndexing: false,
    };
  const { workspaceId } = actor;
  const isIndexing = input.runId !== undefined && !(await isIndexed(workspaceId, input.runId));
  const type = input.kind === undefined ? undefined : TYPE_OF[input.kind];
  const most = isFirst ? SEARCH_COUNT_MAX + 1 : input.limit + 1;
  const wanted = { workspaceId, typed: input.q, type, experimentId: input.experimentId, runId: input.runId };
  const ids = await findSearched(wanted, before(input.cursor), most);
  const shown = ids.slice(0, input.limit);
  const last = shown.at(-1);
  const facts = await readSearched(workspaceId, shown);
  return {
    items: facts.map((fact) => hitView(fact, words)),
    nextCursor: ids.length > input.limit && last !== undefined ? String(last) : null,
    found: isFirst
      ? { count: Math.min(ids.length, SEARCH_COUNT_MAX), isMore: ids.length > SEARCH_COUNT_MAX }
      : null,
    isIndexing,
  };
}

/** Keeps the search texts of the run, the rollouts of its evaluations among them; false where the time did not suffice. */
async function isIndexed(workspaceId: string, runId: string): Promise<boolean> {
  if ((await db().run.count({ where: { id: runId, workspaceId } })) === 0) return true;
  const until = performance.now() + INDEX_MS;
  const isTimeLeft = () => performance.now() < until;
  return (
    (await keepSearchTexts(ledgerPool(), { runId, part: 'learning' }, isTimeLeft)) &&
    (await keepSearchTexts(ledgerPool(), { runId, part: 'evaluations' }, isTimeLeft))
  );
}

function before(cursor: string | undefined): bigint {
  if (cursor === undefined) return NEWEST;
  if (/^\d{1,18}$/.test(cursor)) return BigInt(cursor);
  throw new AppError(
    'INPUT_INVALID',
    'This cursor does not come from the search: leave it out to begin anew.',
    {
      fields: [{ path: 'query.cursor', message: 'Not a cursor of this search.' }],
    },
  );
}

function hitView(fact: SearchedFact, words: readonly string[]): SearchHitView {
  const { body } = fact;
  const at = firstHit(body, words);
  const nearby = body.slice(Math.max(0, at - AROUND), at + AROUND);
  return {
    kind: KIND_OF.get(fact.type) ?? 'trace',
    runId: fact.runId,
    runLabel: fact.runLabel,
    experimentId: fact.experimentId,
    experimentName: fact.experimentName,
    practice: fact.practice,
    iteration: fact.iteration,
    seq: fact.seq,
    at: fact.at.toISOString(),
    candidateHash: fact.candidateHash,
    exampleId: fact.exampleId,
    split: fact.split as SearchHitView['split'],
    rolloutSeq: fact.type === TYPE_OF.trace ? fact.seq : fact.reflectedSeq,
    excerpt: [...excerptOf(new Redactor().redact(nearby), words)],
  };
}
