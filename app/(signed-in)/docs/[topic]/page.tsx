import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { GuidePage } from '@/components/reference/guide-page';
import { readGuide } from '@/server/services/guide/read-guide';

interface TopicPageProps {
  readonly params: Promise<{ readonly topic: string }>;
}

async function topicOf({ params }: TopicPageProps) {
  const [{ topic: slug }, topics] = await Promise.all([params, readGuide()]);
  return { topic: topics.find((topic) => topic.slug === slug), topics };
}

export async function generateMetadata(props: TopicPageProps): Promise<Metadata> {
  const { topic } = await topicOf(props);
  return { title: topic?.title ?? 'Help' };
}

export default async function TopicPage(props: TopicPageProps) {
  const { topic, topics } = await topicOf(props);
  if (topic === undefined) notFound();
  return <GuidePage topic={topic} topics={topics} />;
}
