import type { Actor } from '@/lib/domain/actor';
import { type CsvValue, csvLine } from '@/lib/domain/csv-line';
import type { ModelOutcome } from '@/lib/ports/language-model';
import { callLine, costTableLines, type JournaledCall } from '@/lib/report/cost-csv';
import type { JournalCall } from '@/server/db/generated/client';
import { readCallRows, readCostRows } from '@/server/repositories/costs';
import type { MeasuringRun } from '@/server/repositories/readiness';
import { getRunRow } from '@/server/repositories/runs';

/** The cost table of a run, or the calls behind it by the page, as CSV. */
const PAGE = 1000;

export async function exportCosts(
  actor: Actor<'read'>,
  { runId, table }: { readonly runId: string; readonly table: 'costs' | 'calls' },
): Promise<{ filename: string; lines: AsyncIterable<string> }> {
  const run = await getRunRow(actor.workspaceId, runId);
  const lines = table === 'costs' ? costLines(run) : callLines(run);
  return { filename: `${run.id}-${table}.csv`, lines: asCsv(lines) };
}

type Line = Readonly<Record<string, CsvValue>>;

async function* costLines(run: MeasuringRun): AsyncGenerator<Line> {
  yield* costTableLines(await readCostRows(run.id), { ...run, runId: run.id });
}

async function* callLines(run: MeasuringRun): AsyncGenerator<Line> {
  for (let after = ''; ; ) {
    const page = await readCallRows(run.id, after, PAGE);
    for (const call of page) yield callLine(journaled(call), { ...run, runId: run.id });
    after = page.at(-1)?.key ?? after;
    if (page.length < PAGE) return;
  }
}

function journaled(call: JournalCall): JournaledCall {
  const outcome = call.outcome as ModelOutcome | null;
  const { key, iteration, role, model, purpose, subject, promptHash, attempts, dispatches, cached } = call;
  const { tokensIn, tokensOut, tokensCached, delayMs, costUsd, spendUsd } = call;
  return {
    ...{ key, iteration, role, model, purpose, subject, promptHash, attempts, dispatches, cached },
    ...{ tokensIn, tokensOut, tokensCached, delayMs, costUsd, spendUsd },
    sentAt: call.sentAt.toISOString(),
    answeredAt: call.answeredAt?.toISOString() ?? null,
    ok: outcome?.ok ?? null,
    cause: outcome?.ok === false ? (outcome.cause?.code ?? null) : call.unusable,
  };
}

/** A heading from the first line, then each line as it comes. */
async function* asCsv(lines: AsyncIterable<Line>): AsyncGenerator<string> {
  let names: readonly string[] | null = null;
  for await (const line of lines) {
    if (names === null) {
      names = Object.keys(line);
      yield csvLine(names);
    }
    yield csvLine(names.map((name) => line[name] ?? null));
  }
}
