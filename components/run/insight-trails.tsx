import { Check, Minus } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import type { InsightTrail, ReflectedOn } from '@/lib/contracts/provenance';
import { formatScore } from '@/lib/view/numbers';
import { describeFate, PLACE_WORDS } from '@/lib/view/run-survival';

const LINK = 'text-honey-text underline underline-offset-2';

interface InsightTrailsProps {
  readonly runId: string;
  readonly label: string;
  readonly trails: readonly InsightTrail[];
  /** Omits the links to the place where the reader is already. */
  readonly without?: 'line' | 'reflections';
}

/** Insights with the reflections and rollouts behind them and the line before them, each one press away. */
export function InsightTrails({ runId, label, trails, without }: InsightTrailsProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-md border border-line">
      {trails.map((trail) => (
        <li
          key={`${trail.iteration} ${trail.id}`}
          className="flex flex-col gap-1.5 px-3 py-2 text-[0.8125rem]"
        >
          <p className="break-words">{trail.text ?? 'The reflection cannot be read any more.'}</p>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-faint text-xs">
            <Badge
              tone={trail.place === 'prompt' ? 'good' : 'neutral'}
              icon={trail.place === 'prompt' ? Check : Minus}
            >
              {PLACE_WORDS[trail.place]}
            </Badge>
            {without === 'line' ? (
              <span>{howTold(trail)}</span>
            ) : (
              <>
                <span>{trail.known ? 'the prompt said it before' : describeFate(trail)}</span>
                {trail.line === null ? null : <LineLink runId={runId} line={trail.line} />}
              </>
            )}
          </p>
          {without === 'reflections' ? null : (
            <ul className="flex flex-col gap-1 text-ink-faint text-xs">
              {trail.reflections.map((one) => (
                <li key={`${one.iteration} ${one.ordinal}`} className="flex flex-wrap gap-x-2">
                  <Origin runId={runId} one={one} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function howTold({ by, likeness }: InsightTrail): string {
  if (by === 'id') return 'told by the id that the model named';
  return likeness === null ? 'told by similarity' : `told by similarity, ${formatScore(likeness)} alike`;
}

/** Only a bullet has a page of its own; the number of a line holds for one version. */
function LineLink({ runId, line }: { runId: string; line: string }) {
  if (line.startsWith('line ')) return null;
  return (
    <Link className={LINK} href={`/runs/${runId}?tab=prompt&bullet=${encodeURIComponent(line)}`}>
      Open {line}
    </Link>
  );
}

function Origin({ runId, one }: { runId: string; one: ReflectedOn }) {
  const { iteration, ordinal, exampleId, rolloutSeq } = one;
  return (
    <>
      <Link
        className={LINK}
        href={`/runs/${runId}?tab=iterations&iteration=${iteration + 1}&reflection=${ordinal + 1}`}
      >
        Reflection {ordinal + 1} of iteration {iteration + 1}
      </Link>
      <span>
        on <span className="font-mono">{exampleId}</span>
      </span>
      {rolloutSeq === null ? (
        <span>its trace is not recorded</span>
      ) : (
        <Link className={LINK} href={`/runs/${runId}?tab=rollouts&rollout=${rolloutSeq}`}>
          Its trace
        </Link>
      )}
    </>
  );
}
