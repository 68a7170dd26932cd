import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { Time } from '@/components/ui/time';
import type { SearchHitView } from '@/lib/contracts/search';
import { PRACTICE_LABEL } from '@/lib/view/number-origin';
import { describePlace, searchHitHref, searchHref } from '@/lib/view/search-hits';

interface HitRowProps {
  readonly hit: SearchHitView;
  /** The words that were searched. */
  readonly q: string;
  readonly isWithinRun: boolean;
}

/** A hit: its place, and the piece of text with the found words marked. Text stays text: nothing of it is markup. */
export function HitRow({ hit, q, isWithinRun }: HitRowProps) {
  return (
    <tr className="border-line border-t align-top first:border-t-0 focus-within:bg-sunken hover:bg-sunken">
      <td className="px-4 py-3">
        <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <Link href={searchHitHref(hit)} className="font-medium text-[0.8125rem] hover:underline">
            {describePlace(hit)}
          </Link>
          {hit.practice ? <Badge tone="info">{PRACTICE_LABEL}</Badge> : null}
        </div>
        <p className="mt-1 break-words text-[0.8125rem] text-ink-soft">
          {hit.excerpt.map((part, index) =>
            part.isHit ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one excerpt never change their order.
              <mark key={index} className="rounded-sm bg-honey-wash px-0.5 font-medium text-ink">
                {part.text}
              </mark>
            ) : (
              part.text
            ),
          )}
        </p>
        <p className="mt-1 text-ink-faint text-xs">
          <Link href={`/experiments/${hit.experimentId}`} className="hover:underline">
            {hit.experimentName}
          </Link>{' '}
          ·{' '}
          <Link href={`/runs/${hit.runId}`} className="hover:underline">
            {hit.runLabel}
          </Link>{' '}
          · <Time at={hit.at} />
          {isWithinRun ? null : (
            <>
              {' '}
              ·{' '}
              <Link href={searchHref({ q, run: hit.runId })} className="hover:underline">
                Search this run
              </Link>
            </>
          )}
        </p>
      </td>
    </tr>
  );
}
