import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Accounts of the host for sandboxes: each lane has 65 536 numbers of its own, so that a sandbox is no other's user.
 * Numbers from 0x70000000 on belong to no account and no container by the conventions of systemd and shadow. A lane is
 * held by a socket in the abstract name space, which the kernel takes back when its process is gone.
 */
export interface Lane {
  readonly firstUser: number;
  release(): void;
}

export const USERS_OF_LANE = 65_536;
const FIRST_USER = 0x70000000;
const LANES = 4096;

const held = new Set<number>();

export async function takeLane(): Promise<Lane> {
  for (let lane = 0; lane < LANES; lane += 1) {
    if (held.has(lane)) continue;
    held.add(lane);
    const lock = await lockOf(lane);
    if (lock === null) {
      held.delete(lane);
      continue;
    }
    return {
      firstUser: FIRST_USER + lane * USERS_OF_LANE,
      release() {
        lock.close();
        held.delete(lane);
      },
    };
  }
  throw new Error(`All ${LANES} lanes for sandboxes are in use.`);
}

/** Null where another process has it. */
async function lockOf(lane: number): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy());
  server.listen({ path: `\0waggle-sandbox-lane-${lane}` });
  server.unref();
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
}
