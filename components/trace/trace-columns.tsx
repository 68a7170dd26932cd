import type { Columns } from '@/components/list/record-column';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { Time } from '@/components/ui/time';
import type { TraceView } from '@/lib/contracts/traces';
import { figure, word } from '@/lib/view/list-rows';
import { formatCompact, formatDuration, formatUsd, NOT_KNOWN, plural } from '@/lib/view/numbers';
import { SOURCE_WORDS } from '@/lib/view/trace-filter-address';
import { ScoreBadge } from './score-badge';

/** On one line: a name that is cut is whole in its title. */
const NAME = 'max-w-40 truncate text-ink-soft';
const named = (name: string) => <span title={name}>{name || NOT_KNOWN}</span>;

/** A line of the list of traces: what was asked and answered, how it was judged, its cost and time. */
export const TRACE_COLUMNS: Columns<TraceView> = [
  {
    id: 'task',
    label: 'Task and answer',
    data: [
      word('task', ({ task }) => task),
      word('answer', ({ output }) => output),
      word('id', ({ id }) => id),
    ],
    className: 'min-w-44 sm:min-w-64',
    cell: (trace) => (
      <span className="flex min-w-0 flex-col gap-0.5">
        <Link
          href={`/traces/${encodeURIComponent(trace.id)}`}
          className="line-clamp-2 break-words hover:underline"
        >
          {trace.task.slice(0, 300) || trace.name || 'No text was kept'}
        </Link>
        <span className="line-clamp-1 break-words text-ink-faint text-xs">
          {trace.error === null ? trace.output.slice(0, 300) : `Error: ${trace.error || 'no message'}`}
        </span>
      </span>
    ),
  },
  {
    id: 'outcome',
    label: 'Outcome',
    data: [figure('score', ({ score }) => score), word('judged by', ({ scoredBy }) => scoredBy)],
    cell: (trace) => (
      <span className="flex flex-wrap gap-1">
        <ScoreBadge score={trace.score} by={trace.scoredBy} hasError={trace.error !== null} />
        {trace.state === 'open' ? <Badge tone="info">Open</Badge> : null}
      </span>
    ),
  },
  {
    id: 'service',
    label: 'Service',
    data: [word('service', ({ service }) => service), word('agent', ({ agentName }) => agentName)],
    className: NAME,
    cell: ({ service, agentName }) => named(service || agentName),
  },
  {
    id: 'model',
    label: 'Model',
    data: [word('models', ({ models }) => models.join(', '))],
    className: NAME,
    cell: ({ models }) => named(models.join(', ')),
  },
  {
    id: 'steps',
    label: 'Steps',
    numeric: true,
    data: [figure('steps', ({ steps }) => steps), figure('model calls', ({ modelCalls }) => modelCalls)],
    cell: ({ steps }) => steps,
  },
  {
    id: 'tools',
    label: 'Tool calls',
    numeric: true,
    data: [
      figure('tool calls', ({ toolCalls }) => toolCalls),
      figure('failed', ({ toolErrors }) => toolErrors),
    ],
    cell: ({ toolCalls, toolErrors, tools }) => (
      <span title={tools.join(', ')}>
        {toolCalls}
        {toolErrors === 0 ? null : (
          <span className="text-bad"> ({plural(toolErrors, 'failed', 'failed')})</span>
        )}
      </span>
    ),
  },
  {
    id: 'tokens',
    label: 'Tokens',
    numeric: true,
    data: [
      figure('tokens in', ({ tokensIn }) => tokensIn),
      figure('tokens out', ({ tokensOut }) => tokensOut),
    ],
    cell: ({ tokensIn, tokensOut }) => formatCompact(tokensIn + tokensOut),
  },
  {
    id: 'cost',
    label: 'Cost',
    numeric: true,
    data: [figure('cost, USD', ({ costUsd }) => costUsd)],
    cell: ({ costUsd }) => (costUsd === null ? NOT_KNOWN : formatUsd(costUsd)),
  },
  {
    id: 'time',
    label: 'Took',
    numeric: true,
    data: [figure('took, ms', ({ durationMs }) => durationMs)],
    cell: ({ durationMs }) => (durationMs === null ? NOT_KNOWN : formatDuration(durationMs)),
  },
  {
    id: 'prompt',
    label: 'Prompt',
    data: [
      word('prompt', ({ promptName }) => promptName),
      word('version', ({ promptVersion }) => promptVersion),
    ],
    cell: ({ promptName, promptVersion }) =>
      promptName === null ? NOT_KNOWN : `${promptName} ${promptVersion ?? ''}`,
  },
  {
    id: 'source',
    label: 'Source',
    data: [word('source', ({ source }) => source)],
    cell: ({ source }) => SOURCE_WORDS[source],
  },
  {
    id: 'started',
    label: 'Started',
    data: [word('started', ({ startedAt }) => startedAt)],
    className: 'whitespace-nowrap text-ink-faint',
    cell: ({ startedAt }) => <Time at={startedAt} />,
  },
];
