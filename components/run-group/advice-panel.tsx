import { Lightbulb } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { ShapeAdviceView } from '@/lib/contracts/run-groups';
import { formatCount, NOT_KNOWN } from '@/lib/view/numbers';
import { describeUtilisation, SHAPE_WORDS } from '@/lib/view/run-group';

/** Which shape the measurements speak for, why not the others, and how much faster each task can get at most. */
export function AdvicePanel({ advice }: { advice: ShapeAdviceView }) {
  return (
    <section
      aria-label="What the measurements advise"
      className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-sunken px-3.5 py-3 text-[0.8125rem]"
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="honey" icon={Lightbulb}>
          {SHAPE_WORDS[advice.shape].name}
        </Badge>
        <span className="min-w-0">{advice.reason}</span>
      </p>
      {advice.rejectedShapes.length > 0 || advice.hints.length > 0 ? (
        <ul className="list-disc pl-5 text-ink-soft text-xs leading-5">
          {advice.rejectedShapes.map(({ shape, reason }) => (
            <li key={shape}>
              Not {SHAPE_WORDS[shape].name.toLowerCase()}: {reason}
            </li>
          ))}
          {advice.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      ) : null}
      <div className="overflow-hidden rounded-md border border-line bg-surface">
        <Table caption="What is known of each task">
          <TableHead>
            <HeadCell>Task</HeadCell>
            <HeadCell numeric>Lanes busy</HeadCell>
            <HeadCell>Diagnosis</HeadCell>
            <HeadCell numeric>Held-out</HeadCell>
            <HeadCell>Speedup ceiling</HeadCell>
          </TableHead>
          <TableBody>
            {advice.tasks.map((task) => (
              <Row key={task.experimentId}>
                <Cell className="min-w-32 font-medium">
                  {task.measuredRunId === null ? (
                    task.experimentName
                  ) : (
                    <Link
                      href={`/runs/${task.measuredRunId}`}
                      title="The run that these numbers come from"
                      className="underline decoration-line-strong underline-offset-2"
                    >
                      {task.experimentName}
                    </Link>
                  )}
                </Cell>
                <Cell numeric className="whitespace-nowrap">
                  {describeUtilisation(task.utilisation)} of {formatCount(task.lanes)}
                </Cell>
                <Cell>{task.diagnosis ?? NOT_KNOWN}</Cell>
                <Cell numeric className="whitespace-nowrap">
                  n = {formatCount(task.heldOutExamples)}
                </Cell>
                <Cell className="min-w-56 text-ink-soft text-xs">
                  {task.ceiling.sentence}
                  {task.ceiling.ceiling === null ? null : <Conditions of={task.ceiling.invalidatedBy} />}
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      </div>
    </section>
  );
}

/** A ceiling is only true while nothing of this happens. */
function Conditions({ of: conditions }: { of: readonly string[] }) {
  return (
    <details className="mt-0.5">
      <summary className="cursor-pointer text-ink-faint">When it no longer holds</summary>
      <ul className="list-disc pl-4">
        {conditions.map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
      </ul>
    </details>
  );
}
