import { openFakeServer } from './open-fake-server';

/** The fake AppWorld server as a process of its own: `node --import tsx … <port>`. */
await openFakeServer(Number(process.argv[2]));
