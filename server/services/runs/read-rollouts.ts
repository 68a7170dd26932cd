import type { RolloutOfAgentView } from '@/lib/contracts/rollout-of-agent';
import type { ListRolloutsInput } from '@/lib/contracts/run-reading';
import type {
  ListedRolloutView,
  RolloutTraceView,
  RolloutView,
  TracedCallView,
} from '@/lib/contracts/run-shapes';
import type { Actor } from '@/lib/domain/actor';
import type { FactData, FactOf } from '@/lib/domain/ledger-entry';
import { AppError } from '@/lib/errors/app-error';
import { describedCause } from '@/lib/words/cause';
import { db } from '@/server/db/client';
import type { JournalCall, LedgerEntry } from '@/server/db/generated/client';
import { readExampleBriefs } from '@/server/repositories/example-briefs';
import { listCallRows, readTextsByHash } from '@/server/repositories/journal';
import { type RolloutBrief, readRolloutBriefs } from '@/server/repositories/rollout-replies';
import { findIterationEntries } from '@/server/repositories/run-progress';
import { assertRunExists } from '@/server/repositories/runs';
import { messagesOf, outcomeOf } from '@/server/repositories/stored-call';

/** Rollouts by the page, and one of them with every call that it made. */
const TYPE = 'rollout.finished';

export async function listRollouts(
  actor: Actor<'read'>,
  input: ListRolloutsInput & { readonly runId: string },
): Promise<{ items: ListedRolloutView[]; nextCursor: string | null }> {
  await assertRunExists(actor.workspaceId, input.runId);
  const wanted = [
    input.split === undefined ? {} : { data: { path: ['split'], equals: input.split } },
    input.iteration === undefined ? {} : { data: { path: ['iteration'], equals: input.iteration } },
    // The same said by number: the newest rollouts of a long run are not read through for those of an early iteration.
    input.iteration === undefined ? {} : { seq: await findIterationEntries(input.runId, input.iteration) },
    input.correct === undefined ? {} : { data: { path: ['correct'], equals: input.correct === 'true' } },
  ];
  const rows = await db().ledgerEntry.findMany({
    where: { runId: input.runId, type: TYPE, AND: wanted, ...beforeCursor(input.cursor) },
    orderBy: { seq: 'desc' },
    take: input.limit + 1,
  });
  const items = rows.slice(0, input.limit);
  const last = items.at(-1);
  return {
    items: await withExamples(input.runId, await withAgents(input.runId, items)),
    nextCursor: rows.length > input.limit && last ? String(last.seq) : null,
  };
}

function beforeCursor(cursor: string | undefined) {
  if (cursor === undefined) return {};
  if (/^\d{1,9}$/.test(cursor)) return { seq: { lt: Number(cursor) } };
  throw new AppError(
    'INPUT_INVALID',
    'This cursor does not come from the list: leave it out to begin anew.',
    {
      fields: [{ path: 'query.cursor', message: 'Not a cursor of this list.' }],
    },
  );
}

export async function getRolloutTrace(
  actor: Actor<'read'>,
  input: { readonly runId: string; readonly seq: number },
): Promise<RolloutTraceView> {
  await assertRunExists(actor.workspaceId, input.runId);
  const entry = await db().ledgerEntry.findFirst({
    where: { runId: input.runId, seq: input.seq, type: TYPE },
  });
  if (entry === null) throw new AppError('NOT_FOUND', `Entry ${input.seq} of this run is not a rollout.`);
  const data = entry.data as unknown as FactData['rollout.finished'];
  const reflection = data.split === 'train' ? await reflectionOf(input.runId, data) : null;
  const [calls, example, [rollout = rolloutView(entry)]] = await Promise.all([
    traceCalls(input.runId, [...data.callKeys, ...(reflection?.callKeys ?? [])]),
    exampleOf(input.runId, data.exampleId),
    withAgents(input.runId, [entry]),
  ]);
  return { rollout, example, reflection: reflection?.text ?? null, calls };
}

async function reflectionOf(runId: string, { iteration, ordinal }: FactData['rollout.finished']) {
  const key = `reflection.finished/${iteration}/${ordinal}`;
  const entry = await db().ledgerEntry.findUnique({ where: { runId_key: { runId, key } } });
  return entry ? (entry.data as unknown as FactData['reflection.finished']) : null;
}

async function exampleOf(runId: string, id: string) {
  const run = await db().run.findUnique({
    where: { id: runId },
    select: { experiment: { select: { split: { select: { datasetId: true } } } } },
  });
  if (run === null) return null;
  return db().example.findUnique({
    where: { datasetId_id: { datasetId: run.experiment.split.datasetId, id } },
    select: { id: true, question: true, context: true, expected: true },
  });
}

/** Messages are kept as hashes of texts, since calls share most of what they say; here they are put together again. */
export async function traceCalls(runId: string, keys: readonly string[]): Promise<TracedCallView[]> {
  const rows = await listCallRows(runId, keys);
  const texts = await readTextsByHash(rows.flatMap((row) => messagesOf(row).map(({ textHash }) => textHash)));
  return rows.map((row) => callView(row, texts));
}

function callView(row: JournalCall, texts: ReadonlyMap<string, string>): TracedCallView {
  const outcome = outcomeOf(row);
  return {
    key: row.key,
    purpose: row.purpose,
    role: row.role,
    model: row.model,
    messages: messagesOf(row).map(({ role, textHash }) => ({ role, content: texts.get(textHash) ?? '' })),
    reply: outcome?.ok ? outcome.text : null,
    finishReason: outcome?.ok ? outcome.finishReason : null,
    cause: outcome && !outcome.ok ? describedCause(outcome.cause) : null,
    tokensIn: row.tokensIn,
    tokensOut: row.tokensOut,
    tokensCached: row.tokensCached,
    delayMs: row.delayMs,
    attempts: row.attempts,
    dispatches: row.dispatches,
    costUsd: row.costUsd,
    sentAt: row.sentAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  };
}

/** Rollouts with what the agent left behind, where one answered. */
async function withAgents(runId: string, entries: readonly LedgerEntry[]): Promise<RolloutView[]> {
  const keysOf = (entry: LedgerEntry) => (entry.data as unknown as FactData['rollout.finished']).callKeys;
  const briefs = await readRolloutBriefs(runId, entries.flatMap(keysOf));
  return entries.map((entry) => {
    const view = rolloutView(entry);
    const brief = keysOf(entry).flatMap((key) => briefs.get(key) ?? [])[0];
    return brief === undefined ? view : { ...view, agent: agentView(brief) };
  });
}

async function withExamples(runId: string, rollouts: readonly RolloutView[]): Promise<ListedRolloutView[]> {
  const ids = rollouts.map(({ exampleId }) => exampleId);
  const examples = await readExampleBriefs(runId, ids);
  return rollouts.map((rollout) => {
    const { question = null, expected = null } = examples.get(rollout.exampleId) ?? {};
    return { ...rollout, question, expected };
  });
}

const agentView = (brief: RolloutBrief): RolloutOfAgentView => ({
  rolloutId: brief.rolloutId,
  attempts: brief.attempts,
  hasTrajectory: brief.trajectoryHash !== null,
  modelCalls: brief.modelCalls,
  toolErrors: brief.toolErrors,
  injection: { ...brief.injection },
  limit: brief.limit,
  seenShare: brief.seenShare,
});

function rolloutView(entry: LedgerEntry): RolloutView {
  const { callKeys: _keys, cause, ...data } = entry.data as unknown as FactData['rollout.finished'];
  const measured = entry.measured as unknown as FactOf<'rollout.finished'>['measured'];
  return {
    ...data,
    cause: describedCause(cause),
    seq: entry.seq,
    delayMs: measured.delayMs ?? null,
    atMs: measured.atMs,
  };
}
