import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A door in front of a provider or a database that can be taken away and put back at the same address: connections under way are
 * cut and new ones refused, as when a machine goes down. For rehearsing absence; knows nothing of what passes through.
 */
export interface VanishingProxy {
  readonly port: number;
  vanish(): Promise<void>;
  /** Connections stay and nothing passes, as when the machine behind them is stopped. */
  freeze(): void;
  /** From either. What was sent into a frozen connection arrives now. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export async function openVanishingProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<VanishingProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    if (isFrozen) socket.pause();
    socket.on('close', () => sockets.delete(socket));
    // A cut connection is what this is for; either end tells its own side.
    socket.on('error', () => socket.destroy());
  };
  const open = (port: number) =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer((inside) => {
        const outside = connect(target.port, target.host);
        for (const socket of [inside, outside]) keep(socket);
        for (const [from, to] of [
          [inside, outside],
          [outside, inside],
        ] as const) {
          from.on('data', (bytes) => to.write(bytes));
          from.on('end', () => to.end());
        }
        inside.on('close', () => outside.destroy());
        outside.on('close', () => inside.destroy());
      });
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => resolve(server));
    });
  let server: Server | null = await open(0);
  const { port } = server.address() as AddressInfo;

  const vanish = async () => {
    const closing = server;
    server = null;
    const closed = new Promise((resolve) => (closing ? closing.close(resolve) : resolve(undefined)));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    port,
    vanish,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    async comeBack() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
      server ??= await open(port);
    },
    close: vanish,
  };
}
