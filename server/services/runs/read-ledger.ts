import type { CandidateView, ListEntriesInput } from '@/lib/contracts/run-reading';
import type { Actor } from '@/lib/domain/actor';
import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import { AppError } from '@/lib/errors/app-error';
import { methodNamed } from '@/lib/methods/known-methods';
import { promptAsMeasured } from '@/lib/methods/prompt-as-measured';
import { readEntries, watchRun } from '@/server/events/read-events';
import { findCandidateFact } from '@/server/repositories/run-progress';
import { assertRunExists, getRunRow } from '@/server/repositories/runs';
import { pinnedHead, runView } from './run-view';
import { readScoreDoubt } from './score-doubts';

/** The ledger as people read it: in pages, by iteration, live, and whole as an export. */
type EntryView = LedgerEntry & {
  readonly data: Record<string, unknown>;
  readonly measured: Record<string, unknown>;
};

export async function listEntries(
  actor: Actor<'read'>,
  input: ListEntriesInput & { readonly runId: string },
) {
  const { lastSeq } = await assertRunExists(actor.workspaceId, input.runId);
  const items = await readEntries(input.runId, input.after, {
    limit: input.limit,
    filter: { type: input.type, iteration: input.iteration },
  });
  const nextAfter = items.length === input.limit ? (items.at(-1)?.seq ?? null) : null;
  return { items: items as EntryView[], lastSeq, nextAfter };
}

/** Ends when the run has ended and all was delivered, or when the signal aborts. */
export async function streamRun(
  actor: Actor<'read'>,
  input: { readonly runId: string; readonly after: number; readonly signal: AbortSignal },
): Promise<AsyncIterable<EntryView>> {
  await assertRunExists(actor.workspaceId, input.runId);
  return watchRun(input.runId, input.after, input.signal) as AsyncIterable<EntryView>;
}

/** One a rollout or reflection would be thousands; they have a page of their own. */
const NOT_IN_ITERATION = new Set<string>(['rollout.finished', 'reflection.finished']);
const ITERATION_ENTRIES_MAX = 20_000;

export async function getIteration(
  actor: Actor<'read'>,
  input: { readonly runId: string; readonly iteration: number },
): Promise<{ iteration: number; entries: EntryView[] }> {
  await assertRunExists(actor.workspaceId, input.runId);
  const filter = { iteration: input.iteration };
  const all = await readEntries(input.runId, 0, { limit: ITERATION_ENTRIES_MAX, filter });
  if (all.length === 0) throw new AppError('NOT_FOUND', 'The run has no such iteration (yet).');
  const entries = all.filter(({ type }) => !NOT_IN_ITERATION.has(type));
  return { iteration: input.iteration, entries: entries as EntryView[] };
}

export async function getCandidate(
  actor: Actor<'read'>,
  input: { readonly runId: string; readonly hash: string },
): Promise<CandidateView> {
  const row = await getRunRow(actor.workspaceId, input.runId);
  const entry = await findCandidateFact(row.id, input.hash);
  if (!entry) throw new AppError('NOT_FOUND', 'This run made no such candidate.');
  const made = entry.data;
  const manifest = row.manifest;
  const asMeasured = promptAsMeasured(methodNamed(manifest.method.name), manifest, made.text);
  return { ...made, seq: entry.seq, asMeasured };
}

const EXPORT_PAGE = 1000;

/** JSON lines: the run with its manifest, then every entry. Read by the page, so that a long run fits in memory. */
export async function exportRun(
  actor: Actor<'read'>,
  input: { readonly runId: string },
): Promise<{ filename: string; lines: AsyncIterable<string> }> {
  const row = await getRunRow(actor.workspaceId, input.runId);
  const doubt = await readScoreDoubt(actor.workspaceId, row.id);
  const run = runView(row, pinnedHead(row.manifest), doubt);
  async function* lines(): AsyncGenerator<string> {
    yield `${JSON.stringify({ run, manifest: row.manifest })}\n`;
    for (let after = 0; ; ) {
      const page = await readEntries(row.id, after, { limit: EXPORT_PAGE });
      for (const entry of page) yield `${JSON.stringify(entry)}\n`;
      after = page.at(-1)?.seq ?? after;
      if (page.length < EXPORT_PAGE) return;
    }
  }
  return { filename: `${row.id}.jsonl`, lines: lines() };
}
