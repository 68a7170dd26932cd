import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import type { GuideTopic } from '@/lib/domain/guide';
import { GuideText } from './guide-text';
import { LoopPicture } from './loop-picture';

interface GuidePageProps {
  readonly topic: GuideTopic;
  readonly topics: readonly GuideTopic[];
}

export function GuidePage({ topic, topics }: GuidePageProps) {
  return (
    <>
      <PageHeader title={topic.title} crumbs={[{ label: 'Help', href: '/docs' }]} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,46rem)_14rem]">
        <article className="min-w-0">
          {topic.slug === 'how-it-works' ? <LoopPicture /> : null}
          {topic.lead === '' ? null : <GuideText text={topic.lead} />}
          {topic.sections.map(({ id, heading, text }) => (
            <section key={id} id={id} className="mt-6 scroll-mt-16">
              <h2 className="mb-2 font-semibold text-base tracking-tight">{heading}</h2>
              <GuideText text={text} />
            </section>
          ))}
        </article>
        <nav aria-label="Help" className="flex flex-col gap-0.5 lg:sticky lg:top-6">
          {topics.map(({ slug, title }) => (
            <Link
              key={slug}
              href={`/docs/${slug}`}
              aria-current={slug === topic.slug ? 'page' : undefined}
              className="rounded-md px-2.5 py-1.5 text-[0.8125rem] text-ink-soft hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink"
            >
              {title}
            </Link>
          ))}
        </nav>
      </div>
    </>
  );
}
