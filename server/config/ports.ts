import { createServer } from 'node:net';

/** Looks at the ports of this machine. A free port may be taken a moment later: the caller must handle that. */

/** Whether the port can be listened on now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return listenOnce(port, host).then(
    () => true,
    () => false,
  );
}

/** The wanted port where it is free, else one that the system picks. */
export async function freePort(wanted = 0, host = '127.0.0.1'): Promise<number> {
  return listenOnce(wanted, host).catch(() => listenOnce(0, host));
}

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
