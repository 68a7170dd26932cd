import { DefinitionList } from '@/components/ui/definition-list';
import { Link } from '@/components/ui/link';
import type { TraceOrigin } from '@/lib/domain/trace-examples';
import { groupWords, nearWords } from '@/lib/view/trace-example-words';
import { leftOutLines } from '@/lib/words/traces-left-out';

/** Traces that were left out, groups that stay together, and tasks that are nearly the same. */
export function TraceOriginFacts({ origin }: { readonly origin: TraceOrigin }) {
  const lines = leftOutLines(origin.leftOut);
  const near = nearWords(origin);
  return (
    <div className="flex flex-col gap-3">
      {lines.length === 0 ? null : (
        <section aria-label="Left out">
          <h3 className="mb-1.5 font-medium text-[0.8125rem]">Left out</h3>
          <DefinitionList items={lines} />
        </section>
      )}
      {origin.groups === 0 ? null : (
        <p className="numbers text-[0.8125rem]">
          Groups: {groupWords(origin)}. {near}
        </p>
      )}
      {near === null ? null : <NearPairs origin={origin} />}
    </div>
  );
}

function NearPairs({ origin: { near } }: { readonly origin: TraceOrigin }) {
  return (
    <details className="text-[0.8125rem]">
      <summary className="cursor-pointer text-ink-soft">Most alike</summary>
      <ul className="mt-1.5 max-h-48 overflow-y-auto">
        {near.first.map(({ traceId, nearTraceId, similarity }) => (
          <li key={nearTraceId} className="numbers flex flex-wrap gap-x-2 py-0.5">
            <TraceLink id={traceId} /> and <TraceLink id={nearTraceId} />
            <span className="text-ink-faint">similarity {similarity.toFixed(2)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function TraceLink({ id }: { readonly id: string }) {
  return (
    <Link
      href={`/traces/${encodeURIComponent(id)}`}
      className="max-w-40 truncate font-mono text-xs underline underline-offset-2"
    >
      {id}
    </Link>
  );
}
