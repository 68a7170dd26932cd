import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { ViewerProvider } from '@/components/account/viewer';
import { AppShell } from '@/components/shell/app-shell';
import { may } from '@/lib/policy/roles';
import { currentActor } from '@/server/http/current-actor';
import { readWorkspace } from '@/server/services/workspace/read-workspace';

export const dynamic = 'force-dynamic';

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const actor = await currentActor();
  if (actor === null) redirect('/sign-in');
  const viewer = {
    name: actor.name,
    role: actor.role,
    userId: actor.userId,
    workspaceName: (await readWorkspace(actor)).name,
    mayExperiment: may(actor.role, 'experiment'),
    mayAdminister: may(actor.role, 'administer'),
  };
  return (
    <ViewerProvider viewer={viewer}>
      <AppShell>{children}</AppShell>
    </ViewerProvider>
  );
}
