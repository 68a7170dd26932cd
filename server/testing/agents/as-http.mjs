import { createServer } from 'node:http';
import { AGENTS } from './agents.mjs';
import { outcomeOf } from './clerk.mjs';

/** `node as-http.mjs`: each agent at /<agent> and, streaming, at /<agent>/stream; prints its port. */
const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const job = JSON.parse(Buffer.concat(parts).toString('utf8'));
  const [, name = '', mode] = (request.url ?? '').split('/');
  try {
    const text = await AGENTS[name]?.(job, { stream: mode === 'stream' });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(outcomeOf(job, text ?? '')));
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
});
server.listen(0, '127.0.0.1', () => console.log(/** @type {{ port: number }} */ (server.address()).port));
