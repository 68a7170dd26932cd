import { BookOpenText, Scale, Search } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Input } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import type { GuideHit, GuideTopic } from '@/lib/domain/guide';

interface GuideViewProps {
  readonly topics: readonly GuideTopic[];
  readonly search: string;
  readonly hits: readonly GuideHit[];
}

/** Contents of the guide, or where the searched words are. The search is a plain form, so its result has an address. */
export function GuideView({ topics, search, hits }: GuideViewProps) {
  return (
    <>
      <PageHeader
        title="Help"
        description="How Waggle works and what to do next."
        actions={
          <>
            <Button asChild>
              <Link href="/docs/rules">
                <Scale aria-hidden /> Rules
              </Link>
            </Button>
            <Button asChild>
              <Link href="/docs/api">
                <BookOpenText aria-hidden /> API
              </Link>
            </Button>
          </>
        }
      />
      <form action="/docs" className="mb-5 flex max-w-md gap-2" aria-label="Search the help">
        <Input
          type="search"
          name="q"
          aria-label="Words"
          placeholder="backup, interval, revert …"
          defaultValue={search}
        />
        <Button type="submit">
          <Search aria-hidden /> Search
        </Button>
      </form>
      {search === '' ? <Contents topics={topics} /> : <Hits hits={hits} />}
    </>
  );
}

function Contents({ topics }: Pick<GuideViewProps, 'topics'>) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {topics.map(({ slug, title, sections }) => (
        <li key={slug} className="rounded-lg border border-line bg-surface p-4 shadow-card">
          <h2 className="font-semibold text-[0.875rem]">
            <Link href={`/docs/${slug}`} className="hover:underline">
              {title}
            </Link>
          </h2>
          <ul className="mt-2 space-y-1 text-[0.8125rem] text-ink-soft">
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <Link href={`/docs/${slug}#${id}`} className="hover:text-ink hover:underline">
                  {heading}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Hits({ hits }: Pick<GuideViewProps, 'hits'>) {
  if (hits.length === 0)
    return (
      <EmptyState icon={Search} title="No page has these words">
        Search for fewer of them, or look at <Link href="/docs">all pages</Link>.
      </EmptyState>
    );
  return (
    <ul className="flex flex-col gap-2">
      {hits.map(({ href, title, heading, line }) => (
        <li key={href} className="rounded-lg border border-line bg-surface px-4 py-2.5">
          <Link href={href} className="font-medium text-sm hover:underline">
            {heading === null ? title : `${title}: ${heading}`}
          </Link>
          <p className="mt-0.5 text-[0.8125rem] text-ink-soft">{line}</p>
        </li>
      ))}
    </ul>
  );
}
