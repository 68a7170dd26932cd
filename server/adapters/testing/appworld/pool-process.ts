import { makeWorldPool } from '@/server/adapters/appworld/world-pool';
import { fakeCommand } from './fake-command';

/** A process that leases a server and writes the server's id, for tests that kill it amid a world. */
const pool = makeWorldPool({ servers: fakeCommand([Number(process.argv[2])]), tell: console.error });
const lease = await pool.lease();
if (lease.ok) await lease.value.world.initialize('0a0e001_1');
console.log(lease.ok ? lease.value.pid : lease.fault.kind);
setInterval(() => undefined, 1000);
