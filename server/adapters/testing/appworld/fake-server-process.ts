import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openFakeServer } from './open-fake-server';

/**
 * The fake AppWorld server as a process of its own: `node --import tsx … <port> [<folder>]`. With a folder it leaves a
 * file there that is named by its process id, so that a test can count the servers, or kill one that others started.
 */
const [, , port, folder] = process.argv;
await openFakeServer(Number(port));
if (folder !== undefined) writeFileSync(path.join(folder, String(process.pid)), '');
