/**
 * The least that a proxy in Node can do which writes each call down before it sends it: reads the body, writes one row of it
 * into a temporary table, passes it on, passes the reply back. Knows no keys, budgets or dialects. What a call takes
 * through it is the floor of the machine, below which no recording proxy of this design can go.
 */
import { createServer } from 'node:http';
import pg from 'pg';
import { Agent, request as ask } from 'undici';

const target = process.env.WAGGLE_RELAY_TARGET ?? '';
const pool = new pg.Pool({ connectionString: process.env.WAGGLE_RELAY_DATABASE, max: 4 });
pool.on('connect', (client) => void client.query('CREATE TEMP TABLE relayed (request bytea)'));
const dispatcher = new Agent({ connections: null, pipelining: 1 });

const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  await pool.query({ name: 'write', text: 'INSERT INTO relayed VALUES ($1)', values: [body] });
  const headers = { 'content-type': 'application/json' };
  const reply = await ask(target, { method: 'POST', headers, body, dispatcher });
  response.writeHead(reply.statusCode, { 'content-type': 'application/json' });
  for await (const part of reply.body) response.write(part);
  response.end();
});
server.keepAliveTimeout = 65_000;
server.listen({ port: 0, host: '127.0.0.1' }, () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
process.once('disconnect', () => process.exit(0));
