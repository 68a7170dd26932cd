import { MeasuredValue } from '@/components/fact/measured-value';
import { RunStatusBadge } from '@/components/fact/run-status-badge';
import type { Column, Columns } from '@/components/list/record-column';
import { TagWords } from '@/components/list/tag-words';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { Time } from '@/components/ui/time';
import type { RunView } from '@/lib/contracts/run-shapes';
import { isEnded } from '@/lib/domain/run';
import { gainOverStart } from '@/lib/view/gain-over-start';
import { figure, word } from '@/lib/view/list-rows';
import { describeHardware, PRACTICE_LABEL } from '@/lib/view/number-origin';
import { formatCount, formatDuration, formatUsd, NOT_KNOWN } from '@/lib/view/numbers';
import { howOfRun } from '@/lib/view/run-line';
import { RUN_KIND_WORDS } from '@/lib/view/run-words';

/** All runs of a workspace, a line each. What the address, the API and the saved views call a column is its id. */
const SOFT = 'text-ink-soft';
const FAINT = 'text-ink-faint';

const RESULTS: readonly Column<RunView>[] = [
  {
    id: 'best',
    label: 'Best held-out',
    width: 12,
    data: [
      figure('best held-out, share', ({ summary }) => summary.bestScore?.mean ?? null),
      figure('lower', ({ summary }) => summary.bestScore?.lower ?? null),
      figure('upper', ({ summary }) => summary.bestScore?.upper ?? null),
      figure('n', ({ summary }) => summary.bestScore?.n ?? null),
      figure('missing', ({ summary: { bestScore } }) => bestScore && (bestScore.missing ?? 0)),
      word('hardware', describeHardware),
      word('not valid because', ({ scoreDoubt }) => scoreDoubt?.sentence ?? null),
    ],
    cell: (run) => (
      <>
        <MeasuredValue measurement={run.summary.bestScore} doubt={run.scoreDoubt} />
        {run.summary.bestScore ? (
          <span className="block truncate text-[0.6875rem] text-ink-faint" title={describeHardware(run)}>
            {describeHardware(run)}
          </span>
        ) : null}
      </>
    ),
  },
  {
    id: 'gain',
    label: 'Gain',
    numeric: true,
    width: 5.75,
    data: [
      figure('gain over the start, share', (run) => believedGain(run)?.mean ?? null),
      figure('gain, lower', (run) => believedGain(run)?.lower ?? null),
      figure('gain, upper', (run) => believedGain(run)?.upper ?? null),
      figure('gain, missing', (run) => missingIn(believedGain(run))),
    ],
    cell: (run) => {
      const gain = gainOverStart(believedGain(run));
      return gain === null ? (
        NOT_KNOWN
      ) : (
        <span
          className="inline-flex flex-col leading-tight"
          title="Best prompt over the original one, corrected for having been chosen"
        >
          {gain.points}
          <span className="text-[0.6875rem] text-ink-faint">{gain.interval}</span>
        </span>
      );
    },
  },
  {
    id: 'spend',
    label: 'Spend',
    numeric: true,
    width: 6.25,
    data: [figure('spend, usd', ({ summary }) => summary.spend.spendUsd)],
    cell: ({ summary }) => formatUsd(summary.spend.spendUsd),
  },
];

const SETTINGS: readonly Column<RunView>[] = [
  {
    id: 'method',
    label: 'Method · arm',
    width: 11,
    className: SOFT,
    data: [word('method', ({ method }) => method), word('aggregation', ({ aggregation }) => aggregation)],
    cell: howOfRun,
  },
  {
    id: 'batch',
    label: 'Batch size',
    numeric: true,
    width: 6.5,
    data: [figure('batch size', ({ summary }) => summary.batchSize)],
    cell: ({ summary }) => (summary.batchSize === null ? NOT_KNOWN : formatCount(summary.batchSize)),
  },
  {
    id: 'rollouts',
    label: 'Rollouts',
    numeric: true,
    width: 7,
    data: [
      figure('training rollouts', ({ summary }) => summary.rollouts),
      figure('planned', ({ summary, status }) => (isEnded(status) ? null : summary.plannedRollouts)),
    ],
    cell: ({ summary }) => formatCount(summary.rollouts),
  },
  {
    id: 'kind',
    label: 'Kind · seed',
    width: 11,
    className: SOFT,
    data: [word('kind', ({ kind }) => kind), figure('seed', ({ seed }) => seed)],
    cell: ({ kind, seed }) => `${RUN_KIND_WORDS[kind]} · ${seed}`,
  },
];

const TIMES: readonly Column<RunView>[] = [
  {
    id: 'owner',
    label: 'Owner',
    width: 10,
    className: `truncate ${SOFT}`,
    data: [word('owner', ({ createdBy }) => createdBy)],
    cell: ({ createdBy }) => <span title={createdBy}>{createdBy}</span>,
  },
  {
    id: 'started',
    label: 'Started',
    width: 11.5,
    className: FAINT,
    data: [word('started', ({ startedAt }) => startedAt)],
    cell: ({ startedAt }) => (startedAt === null ? 'not yet' : <Time at={startedAt} />),
  },
  {
    id: 'took',
    label: 'Duration',
    numeric: true,
    width: 7,
    data: [figure('duration, ms', tookMs)],
    cell: (run) => {
      const ms = tookMs(run);
      return ms === null ? NOT_KNOWN : formatDuration(ms);
    },
  },
  {
    id: 'made',
    label: 'Made',
    width: 11.5,
    className: FAINT,
    data: [word('made', ({ createdAt }) => createdAt)],
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

export const RUN_COLUMNS: Columns<RunView> = [
  {
    id: 'run',
    label: 'Run',
    width: 13,
    data: [
      word('run', ({ label }) => label),
      word('id', ({ id }) => id),
      word('practice model', ({ practice }) => practice),
    ],
    cell: (run) => (
      <>
        {/* Arms of one sweep differ only behind their first words, which is all that one line holds. */}
        <Link
          href={`/runs/${run.id}`}
          title={run.label}
          className="line-clamp-2 break-words py-0.5 font-medium leading-5 hover:underline"
        >
          {run.label}
        </Link>
        {run.practice ? <Badge tone="info">{PRACTICE_LABEL}</Badge> : null}
      </>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    width: 7.5,
    data: [word('status', ({ status }) => status)],
    cell: ({ status }) => <RunStatusBadge status={status} />,
  },
  {
    id: 'experiment',
    label: 'Experiment',
    width: 11.5,
    className: SOFT,
    data: [word('experiment', (run) => run.experimentName), word('experiment id', (run) => run.experimentId)],
    cell: (run) => (
      <Link
        href={`/experiments/${run.experimentId}`}
        title={run.experimentName}
        className="line-clamp-2 break-words py-0.5 leading-5 hover:underline"
      >
        {run.experimentName}
      </Link>
    ),
  },
  ...RESULTS,
  {
    id: 'tags',
    label: 'Tags',
    width: 9,
    data: [word('tags', ({ tags }) => tags.join(', '))],
    cell: ({ tags }) => <TagWords tags={tags} />,
  },
  ...SETTINGS,
  ...TIMES,
];

/** A score in doubt has no gain. */
const believedGain = ({ summary, scoreDoubt }: RunView) =>
  scoreDoubt === null ? (summary.gain ?? null) : null;

const missingIn = (gain: ReturnType<typeof believedGain>) => gain && (gain.missing ?? 0);

/** From its start to its end, evaluation and pauses with it; null while it goes. */
function tookMs({ startedAt, endedAt }: RunView): number | null {
  return startedAt === null || endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt);
}
