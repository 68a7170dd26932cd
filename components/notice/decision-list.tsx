import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { Time } from '@/components/ui/time';
import type { DecisionLine } from '@/lib/view/decision-lines';

/** Decisions that wait for the reader, each a link to the page where it is made. */
export function DecisionList({ lines }: { lines: readonly DecisionLine[] }) {
  return (
    <ul
      aria-label="Decisions that wait for you"
      className="divide-y divide-line border-line border-t text-[0.8125rem]"
    >
      {lines.map(({ href, kind, title, by, since }) => (
        <li key={href}>
          <Link
            href={href}
            className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-hover"
          >
            <Badge tone="info">{kind}</Badge>
            <span className="min-w-0 flex-1 basis-40 break-words font-medium">{title}</span>
            <span className="text-ink-faint text-xs">
              {by}, <Time at={since} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
