import { canaryPath, type WorkspaceEvent } from '@/lib/domain/workspace-event';
import type { Prisma } from '@/server/db/generated/client';

/** Payload of an event: for programs, or in the format of Slack and compatible receivers. Knows no address. */
interface Posted {
  readonly deliveryId: string;
  readonly baseUrl: string;
  readonly event: Pick<WorkspaceEvent, 'text' | 'atMs' | 'canaryId' | 'actor' | 'detail'> & {
    readonly kind: string;
  };
}

export function payloadOf(shape: string, { deliveryId, baseUrl, event }: Posted): Prisma.InputJsonObject {
  const { kind, text, atMs, canaryId, actor, detail } = event;
  const link = `${baseUrl}${canaryId === '' ? '/settings?tab=webhooks' : canaryPath(canaryId)}`;
  if (shape === 'slack') return { text: `${escaped(text)} <${link}|Open in Waggle>` };
  return {
    ...{ id: deliveryId, event: kind, at: new Date(atMs).toISOString(), text, link, actor },
    ...{ canaryId: canaryId === '' ? null : canaryId, detail: { ...detail } },
  };
}

/** Slack reads these three as the beginning of a link, a mention or an entity. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
