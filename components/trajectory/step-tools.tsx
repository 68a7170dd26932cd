import { TriangleAlert, Wrench } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import type { AgentStep, ToolResult } from '@/lib/domain/trajectory';
import { calledTools, prettyArguments } from '@/lib/view/trajectory-step';
import { Marked, StepText } from './step-text';

/** The tools that a step called: arguments, and under each what came back. A failure is red and says so. */
export function StepTools({ step, query }: { readonly step: AgentStep; readonly query: string }) {
  return calledTools(step).map(({ call, results }, place) => (
    // No section: calls of one tool would be landmarks of one name.
    <article
      // biome-ignore lint/suspicious/noArrayIndexKey: calls have no id of their own where the agent gave none.
      key={place}
      aria-label={call === null ? 'Results without a call' : `Call of ${call.name}`}
      className="overflow-hidden rounded-md border border-line"
    >
      {call === null ? null : (
        <div className="bg-sunken px-3 py-2 text-ink-soft">
          <p className="flex items-center gap-1.5 font-medium text-ink text-xs">
            <Wrench className="size-3.5 text-ink-faint" aria-hidden />
            <span className="min-w-0 break-words font-mono">
              <Marked text={call.name} query={query} />
            </span>
          </p>
          {call.arguments === '' || call.arguments === '{}' ? (
            <p className="mt-1 text-ink-faint text-xs">No arguments</p>
          ) : (
            <div className="mt-1">
              <StepText mono text={prettyArguments(call.arguments)} query={query} />
            </div>
          )}
        </div>
      )}
      {results.length === 0 ? (
        <p className="border-line border-t px-3 py-2 text-ink-faint text-xs">No result was recorded.</p>
      ) : (
        results.map((result, number) => (
          <Result
            // biome-ignore lint/suspicious/noArrayIndexKey: results never move.
            key={number}
            result={result}
            query={query}
          />
        ))
      )}
    </article>
  ));
}

function Result({ result, query }: { readonly result: ToolResult; readonly query: string }) {
  return (
    <div
      className={classNames(
        'border-t px-3 py-2',
        result.isError ? 'border-bad bg-bad-wash' : 'border-line text-ink-soft',
      )}
    >
      <p
        className={classNames(
          'mb-1 flex items-center gap-1.5 font-medium text-xs',
          result.isError ? 'text-bad' : 'text-ink-faint',
        )}
      >
        {result.isError ? <TriangleAlert className="size-3.5" aria-hidden /> : null}
        {result.isError ? 'Tool failed' : 'Result'}
      </p>
      {result.content === '' ? (
        <p className="text-ink-faint text-xs">Empty</p>
      ) : (
        <StepText mono text={result.content} query={query} />
      )}
    </div>
  );
}
