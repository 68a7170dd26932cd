import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/**
 * What lets a browser listen for changes, whose EventSource can send no header: a signed word in the address that says
 * of which workspace one may hear that something changed, until when, and from which page. It opens nothing else.
 * The same for hours, so that a client which gets it again keeps its connection.
 */
export interface StreamTicket {
  readonly workspaceId: string;
  readonly keyId: string;
  /** The page that asked; null outside of browsers. */
  readonly origin: string | null;
}

export interface StreamTickets {
  issue(ticket: StreamTicket, nowMs: number): string;
  /** Null where it is over or not ours. */
  read(text: string, nowMs: number): StreamTicket | null;
}

const SPAN_MS = 6 * 3600 * 1000;

export function makeStreamTickets(secret: string): StreamTickets {
  const key = createSecretKey(createHmac('sha256', secret).update('waggle stream tickets').digest());
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    issue({ workspaceId, keyId, origin }, nowMs) {
      const until = (Math.floor(nowMs / SPAN_MS) + 2) * SPAN_MS;
      const text = Buffer.from(JSON.stringify([workspaceId, keyId, origin, until])).toString('base64url');
      return `${text}.${macOf(text)}`;
    },
    read(ticket, nowMs) {
      const [text = '', mac = ''] = ticket.split('.');
      const wanted = Buffer.from(macOf(text));
      const given = Buffer.from(mac);
      if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return null;
      // Signed by us, so it is what `issue` wrote.
      const read = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as [
        string,
        string,
        string | null,
        number,
      ];
      const [workspaceId, keyId, origin, until] = read;
      return nowMs < until ? { workspaceId, keyId, origin } : null;
    },
  };
}
