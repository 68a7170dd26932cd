import type { Metadata } from 'next';
import { GuideView } from '@/components/reference/guide-view';
import { findInGuide } from '@/lib/domain/guide';
import { readGuide } from '@/server/services/guide/read-guide';

export const metadata: Metadata = { title: 'Help' };

interface HelpPageProps {
  readonly searchParams: Promise<{ readonly q?: string | readonly string[] }>;
}

export default async function HelpPage({ searchParams }: HelpPageProps) {
  const { q } = await searchParams;
  const search = typeof q === 'string' ? q.slice(0, 200).trim() : '';
  const topics = await readGuide();
  return <GuideView topics={topics} search={search} hits={findInGuide(topics, search)} />;
}
