import type { ForecastTraceDatasetInput } from '@/lib/contracts/trace-datasets';
import type { TraceOrigin } from '@/lib/domain/trace-examples';
import { AppError } from '@/lib/errors/app-error';
import { assignSplits } from '@/lib/evaluation/assign-split';
import type { ImportedExample, ImportReport } from '@/lib/evaluation/import/import-types';
import { LabelCheck } from '@/lib/evaluation/import/label-warnings';
import { ruleFaults, type SplitRule, type SplitShares } from '@/lib/evaluation/split-rule';
import { chooseTraces } from '@/lib/evaluation/trace-examples/choose-traces';
import { examplesOfTracesInSteps } from '@/lib/evaluation/trace-examples/examples-of-traces';
import { leftOutLines } from '@/lib/words/traces-left-out';
import { ledgerPool } from '@/server/ledger/pool';
import { listTraceCandidates, readTraceTexts } from '@/server/repositories/trace-candidates';
import { inSlices } from '@/server/services/datasets/in-slices';
import { type ChosenExamples, examplesAsChosen } from '@/server/services/datasets/private-examples';
import { DRAWABLE_MAX } from './draw-sample';

type Asked = Omit<ForecastTraceDatasetInput, 'name' | 'description'>;

export interface PlannedDataset extends Omit<ChosenExamples, 'report'> {
  readonly report: ChosenExamples['report'] & { readonly traces: TraceOrigin };
  readonly rule: SplitRule;
  readonly salt: string;
  /** Null without an example. */
  readonly parts: SplitShares | null;
  /** Why it cannot be made; null = it can. */
  readonly refusal: AppError | null;
}

/** Examples, parts and report of a data set of traces. Stores nothing. @throws AppError where the shares give no part */
export async function planTraceDataset(workspaceId: string, asked: Asked): Promise<PlannedDataset> {
  assertShares(asked.shares);
  const { filter, splitBy, seed } = asked;
  const found = await listTraceCandidates(ledgerPool(), { workspaceId, filter, max: DRAWABLE_MAX + 1 });
  const there = found.slice(0, DRAWABLE_MAX);
  const { chosen, leftOut } = chooseTraces(there, asked);
  const texts = await readTraceTexts(ledgerPool(), { workspaceId, ids: chosen.map(({ id }) => id) });
  const facts = new Map(chosen.map((trace) => [trace.id, trace]));
  const traces = texts.flatMap((text) => {
    const trace = facts.get(text.id);
    return trace === undefined ? [] : [{ ...trace, ...text }];
  });
  const { near, nearInLaterPart, rule, ...made } = await inSlices(examplesOfTracesInSteps(traces, asked));
  // Masked on arrival; a pattern that was added since is found here.
  const { examples, report, audit } = await inSlices(
    examplesAsChosen({ ...made, report: reportOf(made.examples, asked, leftOut.repeated) }, REDACT),
  );
  const origin: TraceOrigin = {
    ...{ filter, splitBy, seed, matched: there.length, isCut: found.length > DRAWABLE_MAX },
    ...{ leftOut: { ...leftOut, nearInLaterPart }, near, ...groupSizes(examples) },
  };
  const salt = `traces-${seed}`;
  const parts = partsOf(examples, rule, salt);
  const refusal = refusalOf(parts, origin, examples.length);
  return { examples, report: { ...report, traces: origin }, audit, rule, salt, parts, refusal };
}

const REDACT = { choice: 'redact' } as const;

function assertShares(shares: SplitShares): void {
  const [fault] = ruleFaults({ kind: 'shares', shares, by: 'group' }, { total: 0, bySource: new Map() });
  if (fault === undefined) return;
  throw new AppError('INPUT_INVALID', fault.message, { fields: [{ ...fault, path: 'shares' }] });
}

/** Fields of a trace in the place of columns, and no files. */
function reportOf(
  examples: readonly ImportedExample[],
  { splitBy }: Asked,
  duplicateCount: number,
): ImportReport {
  const group = { session: 'sessionId', user: 'userId', time: null, none: null }[splitBy];
  const labels = new LabelCheck();
  for (const example of examples) labels.take(example, example.id);
  return {
    preset: 'generic',
    mapping: {
      ...{ id: { path: 'id' }, question: { path: 'task' }, context: null, expected: { path: 'output' } },
      ...{ groupKey: group === null ? null : { path: group }, sourceSplit: null },
    },
    ...{ files: [], examples: examples.length, duplicateCount, duplicates: [] },
    ...{ faultCount: 0, faults: [], labels: labels.warnings() },
  };
}

function groupSizes(examples: readonly ImportedExample[]): Pick<TraceOrigin, 'groups' | 'largestGroup'> {
  const sizes = new Map<string, number>();
  for (const { id, groupKey } of examples) {
    const key = groupKey === null ? `alone ${id}` : `group ${groupKey}`;
    sizes.set(key, (sizes.get(key) ?? 0) + 1);
  }
  return { groups: sizes.size, largestGroup: [...sizes.values()].reduce((a, b) => Math.max(a, b), 0) };
}

/** As the registration will assign them. */
function partsOf(examples: readonly ImportedExample[], rule: SplitRule, salt: string): SplitShares | null {
  if (examples.length === 0) return null;
  const split = assignSplits(examples, rule, salt);
  return split.ok ? split.counts : null;
}

function refusalOf(
  parts: SplitShares | null,
  { matched, leftOut, largestGroup }: TraceOrigin,
  examples: number,
): AppError | null {
  if (parts === null) {
    const found =
      matched === 0
        ? 'No trace matches.'
        : [`${matched} match.`, ...leftOutLines(leftOut).map(({ term, value }) => `${term}: ${value}.`)].join(
            ' ',
          );
    return new AppError('STATE_CONFLICT', `No trace makes an example yet. ${found}`, {
      howToProceed: [
        'Choose other traces.',
        'Judge some: an output with a score of 1 is an expected answer.',
      ],
    });
  }
  const missing = parts.train === 0 ? 'train' : parts.heldOut === 0 ? 'held-out' : null;
  if (missing === null) return null;
  const why = largestGroup > 1 ? ` ${largestGroup} of ${examples} stay together in one group.` : '';
  return new AppError('STATE_CONFLICT', `No example would go to ${missing}.${why}`, {
    howToProceed: [
      'Choose more traces, or other shares.',
      'Split otherwise: by session, by user, by time, or by none of them.',
    ],
  });
}
