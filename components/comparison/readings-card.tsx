'use client';

import { useQuery } from '@tanstack/react-query';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { callApi } from '@/components/api/client';
import { ProblemNotice } from '@/components/api/problem-notice';
import { TableCard } from '@/components/list/table-card';
import { type TableColumn, wordColumn } from '@/components/list/table-column';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { ArmComparison } from '@/lib/contracts/comparisons';
import { type PracticeReadingsView, readPracticeReadings } from '@/lib/contracts/practice-readings';
import { LEVEL_TWO_READINGS, type LevelTwoReading } from '@/lib/domain/level-two-readings';
import { may } from '@/lib/policy/roles';
import { figure } from '@/lib/view/list-rows';
import { formatPoints, formatScore, NOT_KNOWN } from '@/lib/view/numbers';
import {
  READING_LABELS,
  type ReadingsRow,
  readingsRows,
  runsWithLevelTwo,
} from '@/lib/view/practice-readings';

/** Up to so many runs are made again unasked; each takes seconds. */
const UNASKED_MAX = 6;

/** Practice arms under each reading of what level 2 counts: one of the three alone would pass a choice for a finding. */
export function ReadingsCard({ comparison }: { comparison: ArmComparison }) {
  const runIds = runsWithLevelTwo(comparison);
  const mayRead = may(useViewer().role, 'discuss');
  const readings = useQuery({
    queryKey: ['practice-readings', ...runIds],
    queryFn: () => readInTurn(runIds),
    enabled: mayRead && runIds.length > 0 && runIds.length <= UNASKED_MAX,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const rows = readingsRows(comparison, readings.data ?? new Map());
  if (rows.length === 0 || runIds.length === 0) return null;
  return (
    <TableCard
      title="Practice figures by reading"
      description="Last prompt (gain), by what level 2 of the practice model counts. Updates was chosen because it agrees with a published score, so that is no evidence."
      caption="Practice arms under each reading of level 2"
      actions={
        readings.data ? null : (
          <Button
            size="sm"
            busy={readings.isFetching}
            blocked={mayRead ? undefined : NO_EXPERIMENTS}
            onClick={() => readings.refetch()}
          >
            Run all readings
          </Button>
        )
      }
      columns={COLUMNS}
      rows={rows}
      keyOf={({ key }) => key}
      above={
        <>
          {readings.isFetching ? <Notice>Running again under each reading…</Notice> : null}
          {readings.isError ? (
            <ProblemNotice error={readings.error} onRetry={() => readings.refetch()} />
          ) : null}
          {rows.every(({ isReproduced }) => isReproduced) ? null : (
            <Notice tone="honey" title="Made by another version">
              A run under its own reading ended with another prompt than before: these figures are of this
              version.
            </Notice>
          )}
        </>
      }
    />
  );
}

/** One after another: each takes a core. */
async function readInTurn(runIds: readonly string[]): Promise<ReadonlyMap<string, PracticeReadingsView>> {
  const read = new Map<string, PracticeReadingsView>();
  for (const runId of runIds) read.set(runId, await callApi(readPracticeReadings, { params: { runId } }));
  return read;
}

const COLUMNS: readonly TableColumn<ReadingsRow>[] = [
  wordColumn({ label: 'Arm', className: 'min-w-36 font-medium', of: ({ name }) => name }),
  ...LEVEL_TWO_READINGS.map(readingColumn),
];

function readingColumn(reading: LevelTwoReading): TableColumn<ReadingsRow> {
  const file = READING_LABELS[reading].toLowerCase();
  return {
    label: READING_LABELS[reading],
    numeric: true,
    data: [
      figure(`${file}, last prompt, share`, ({ under }) => under[reading]?.final ?? null),
      figure(`${file}, gain, share`, ({ under }) => under[reading]?.gain ?? null),
    ],
    cell: ({ under }) => {
      const cell = under[reading];
      return cell === null ? (
        <span className="text-ink-faint">{NOT_KNOWN}</span>
      ) : (
        <>
          {formatScore(cell.final)} <span className="text-ink-faint">({formatPoints(cell.gain)})</span>
        </>
      );
    },
  };
}
