import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { GroupView } from '@/components/run-group/group-view';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { readGroup } from '@/server/services/run-groups/read-group';

export const metadata: Metadata = { title: 'Run group' };

interface RunGroupPageProps {
  readonly params: Promise<{ readonly groupId: string }>;
}

export default async function RunGroupPage({ params }: RunGroupPageProps) {
  const { groupId } = await params;
  const group = await readGroup(await requireActor(), { groupId }).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  return <GroupView initial={group} />;
}
