import type { VerdictKind } from '@/lib/domain/canary';
import type { CanaryFacts, CanaryMove } from '@/lib/domain/canary-state';
import type { WorkspaceEvent } from '@/lib/domain/workspace-event';
import type { Prisma } from '@/server/db/generated/client';
import { announce } from '@/server/services/webhooks/announce';

/** Notices about a canary's moves: which are sent, to whom and in which words. Changes no canary. */
export interface ToldCanary {
  readonly id: string;
  readonly workspaceId: string;
  readonly slot: { readonly id: string; readonly slug: string; readonly name: string; readonly kind: string };
  readonly challenger: { readonly version: number };
}

export interface MoveTold {
  readonly canary: ToldCanary;
  readonly before: CanaryFacts;
  readonly after: CanaryFacts;
  readonly move: { readonly kind: CanaryMove['kind']; readonly verdict?: VerdictKind };
  /** As audit entries have it. */
  readonly by: string;
  readonly atMs: number;
}

/** In the transaction of the move. */
export async function announceMove(tx: Prisma.TransactionClient, told: MoveTold): Promise<void> {
  for (const event of eventsOf(told)) await announce(tx, event);
}

/** Announces a lull, so that a person checks whether traffic still reaches the canary. */
export function announceSilence(
  tx: Prisma.TransactionClient,
  { canary, hours, atMs }: { readonly canary: ToldCanary; readonly hours: number; readonly atMs: number },
): Promise<void> {
  const text = `The canary in “${canary.slot.name}” has had no request for ${hours} ${hours === 1 ? 'hour' : 'hours'}.`;
  return announce(tx, {
    ...common({ canary, by: 'worker', atMs }, { hours }),
    kind: 'canary.silent',
    text,
    audience: TEAM,
  });
}

type Said = Pick<WorkspaceEvent, 'kind' | 'text' | 'audience'>;
const TEAM = { kind: 'team' } as const;

export function eventsOf(told: MoveTold): readonly WorkspaceEvent[] {
  const { before, after, move } = told;
  const detail = { from: before.state, to: after.state, step: after.step, verdict: move.verdict ?? null };
  return saidOf(told).map((said) => ({ ...common(told, detail), ...said }));
}

function common(
  { canary, by, atMs }: Pick<MoveTold, 'canary' | 'by' | 'atMs'>,
  detail: WorkspaceEvent['detail'],
): Omit<WorkspaceEvent, keyof Said> {
  const { id, workspaceId, slot, challenger } = canary;
  const about = { slotId: slot.id, slot: slot.slug, slotKind: slot.kind, version: challenger.version };
  return { workspaceId, canaryId: id, actor: by, atMs, detail: { ...about, ...detail } };
}

function saidOf(told: MoveTold): readonly Said[] {
  const { before, after, move, by } = told;
  const what = `Version ${told.canary.challenger.version} for “${told.canary.slot.name}”`;
  const authors = { kind: 'named', names: after.authors } as const;
  switch (move.kind) {
    case 'judge':
      return judged(told, what);
    case 'renewEvidence':
      return before.evidenceHash === after.evidenceHash
        ? []
        : [asked(told, `The evidence of ${lower(what)} has changed: it has to be approved anew.`)];
    case 'approve':
      return [{ kind: 'approval.given', text: `${by} approved ${lower(what)}.`, audience: authors }];
    case 'requestChanges':
      return [
        {
          kind: 'approval.changesRequested',
          text: `${by} asked for changes before ${lower(what)} goes live.`,
          audience: authors,
        },
      ];
    case 'goLive':
    case 'advance':
      return [{ kind: 'canary.live', text: `${what} ${liveWords(after)}.`, audience: TEAM }];
    case 'finishWatch':
      return [
        { kind: 'canary.promoted', text: `${what} is promoted: its watch found no harm.`, audience: TEAM },
      ];
    case 'revert':
      return [{ kind: 'canary.rolledBack', text: `${by} took back ${lower(what)}.`, audience: TEAM }];
    default:
      return [];
  }
}

const ENDS: Readonly<Record<Exclude<VerdictKind, 'continue'>, string>> = {
  pass: 'passed its canary',
  fail: 'failed its canary',
  inconclusive: 'ended its canary without a verdict, so it is not promoted',
  invalid: 'ended its canary with numbers that mean nothing',
};

function judged(told: MoveTold, what: string): readonly Said[] {
  const { before, after, move } = told;
  const { verdict = 'continue' } = move;
  if (verdict === 'continue' || before.state === after.state) return [];
  if (after.state === 'reverted') {
    const text = `${what} was rolled back by itself: the numbers prove harm or mean nothing.`;
    return [{ kind: 'canary.rolledBack', text, audience: TEAM }];
  }
  const ended: Said = { kind: 'canary.verdict', text: `${what} ${ENDS[verdict]}.`, audience: TEAM };
  return after.state === 'approval' ? [ended, asked(told, `${what} waits for your approval.`)] : [ended];
}

function asked({ after }: MoveTold, text: string): Said {
  return { kind: 'approval.requested', text, audience: { kind: 'reviewers', authors: after.authors } };
}

function liveWords({ state, step }: CanaryFacts): string {
  return state === 'watch' ? 'serves all of the traffic and is watched' : `is live, step ${(step ?? 0) + 1}`;
}

function lower(what: string): string {
  return `v${what.slice(1)}`;
}
