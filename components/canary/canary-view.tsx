'use client';

import { CanaryBadge } from '@/components/fact/canary-badge';
import { useApproval } from '@/components/queries/use-approval';
import { useCanary } from '@/components/queries/use-canaries';
import { useSlot } from '@/components/queries/use-slots';
import { RevertBar } from '@/components/slot/revert-bar';
import { SlotKindBadge } from '@/components/slot/slot-kind-badge';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { Time } from '@/components/ui/time';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { CANARY_STATE_WORDS } from '@/lib/view/canary/canary-words';
import { prepareSteps } from '@/lib/view/canary/stepper';
import { ApprovalPanel } from './approval-panel';
import { CanaryActions } from './canary-actions';
import { CanaryStepper } from './canary-stepper';
import { PlanCard } from './plan-card';
import { PracticeTrafficLine } from './practice-traffic-line';
import { PromotionPanel } from './promotion-panel';
import { RegistrationForm } from './registration-form';

/** A canary from its draft to its end: its state, its plan, what was found, who approves, and the way back. */
export function CanaryView({ initial }: { initial: CanaryDetail }) {
  const { data: canary } = useCanary(initial);
  const { data: slot } = useSlot(canary.slot.id);
  const isOfThisCanary =
    slot?.split?.canaryId === canary.id || slot?.live?.promptId === canary.challenger.promptId;
  return (
    <>
      <PageHeader
        crumbs={[
          { label: 'Canaries', href: '/canaries' },
          { label: canary.slot.name, href: `/slots/${canary.slot.id}` },
        ]}
        title={`Version ${canary.challenger.version} in ${canary.slot.name}`}
        badges={
          <>
            <CanaryBadge state={canary.state} />
            <SlotKindBadge kind={canary.slot.kind} />
          </>
        }
        description={
          <>
            The trial of a challenger against what is live ·{' '}
            <span className="font-mono text-xs">{canary.id}</span> · drafted <Time at={canary.createdAt} /> by{' '}
            {canary.createdBy}
          </>
        }
        actions={<CanaryActions canary={canary} />}
      />
      {slot && (isOfThisCanary || canary.state === 'reverted') ? <RevertBar slot={slot} /> : null}
      <div className="flex flex-col gap-4">
        <CanaryStepper steps={prepareSteps(wayOf(canary))} />
        {canary.state === 'approval' ? (
          <ApprovalNotice canaryId={canary.id} />
        ) : (
          <StateNotice state={canary.state} />
        )}
        {canary.slot.kind === 'rehearsal' && (canary.state === 'registered' || canary.state === 'shadow') ? (
          <PracticeTrafficLine slot={canary.slot} />
        ) : null}
        {canary.state === 'drafted' ? (
          <RegistrationForm key={canary.id} canary={canary} />
        ) : (
          <>
            {canary.startedAt === null ? null : <PromotionPanel canary={canary} />}
            {canary.evidenceHash === null ? null : <ApprovalPanel canary={canary} />}
            <Registered canary={canary} />
          </>
        )}
      </div>
    </>
  );
}

function StateNotice({ state }: Pick<CanaryDetail, 'state'>) {
  const { word, tone, meaning } = CANARY_STATE_WORDS[state];
  return (
    <Notice tone={tone === 'honey' ? 'info' : tone} title={word}>
      {meaning}
    </Notice>
  );
}

/** Once all have approved, it leads to the one button that is left. */
function ApprovalNotice({ canaryId }: { canaryId: string }) {
  const { data } = useApproval(canaryId, true);
  if (data?.approversMissing !== 0 || data.whyNot.goLive !== null) return <StateNotice state="approval" />;
  return (
    <Notice tone="good" title="Approved">
      You may let it go live, by the button at{' '}
      <Link href="#gate" className="underline underline-offset-2">
        Conditions for going live
      </Link>
      .
    </Notice>
  );
}

function Registered({ canary }: { canary: CanaryDetail }) {
  const { plan, planHash, registeredBy, registeredAt } = canary;
  if (plan === null || planHash === null || registeredAt === null) return null;
  return (
    <PlanCard
      plan={plan}
      planHash={planHash}
      registeredBy={registeredBy ?? 'an unknown person'}
      registeredAt={registeredAt}
    />
  );
}

function wayOf({ state, plan, step, registeredAt, startedAt, evidenceHash, looks }: CanaryDetail) {
  const reached = {
    isRegistered: registeredAt !== null,
    isStarted: startedAt !== null,
    // Only a pass of the shadow gives evidence to approve.
    isPassed: evidenceHash !== null,
    isPromoted: looks.some(({ stage }) => stage === 'watch'),
  };
  return { state, liveSteps: plan?.liveSteps ?? null, step, reached };
}
