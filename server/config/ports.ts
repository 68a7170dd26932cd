import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Looks at the ports of this machine. A free port may be taken a moment later: the caller must handle that. */

/** Whether the port can be listened on now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return listenOnce(port, host).then(
    () => true,
    () => false,
  );
}

/** Below the ports that Linux gives to outgoing connections: one of those could take a free port a moment later. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const TRIES = 5;

/** The wanted port where it is free, else another one; the system picks it where several at random are taken. */
export async function freePort(wanted = 0, host = '127.0.0.1'): Promise<number> {
  for (const port of [...(wanted > 0 ? [wanted] : []), ...randomPorts()])
    if (await isPortFree(port, host)) return port;
  return listenOnce(0, host);
}

const randomPorts = () => Array.from({ length: TRIES }, () => randomInt(FIRST_PORT, LAST_PORT));

function listenOnce(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port, host, exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
