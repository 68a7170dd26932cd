/**
 * A chat endpoint for the proxy's bench. Whole replies come after 20 ms, or ten seconds for the user "held"; streams send a chunk each 50 ms for ten seconds,
 * each with the time at which it was sent, so that a reader on this machine knows how long it was on its way. Prints its
 * port, ends with its parent.
 */
import { createServer } from 'node:http';

const DELAY_MS = 20;
const HELD_MS = 10_000;
const CHUNK_MS = 50;
const CHUNKS = 200;
const usage = { prompt_tokens: 5000, completion_tokens: 200, total_tokens: 5200 };
const head = { id: 'paced', created: 0, model: 'stub' };
const reply = Buffer.from(
  JSON.stringify({
    ...{ ...head, object: 'chat.completion', usage },
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'FINAL: 42' } }],
  }),
);

/** @param {object} delta @param {string | null} finish_reason */
const event = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const now = () => performance.timeOrigin + performance.now();

/** @param {import('node:http').ServerResponse} response */
function stream(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    if (sent <= CHUNKS) {
      response.write(event({ content: ` ${now().toFixed(3)}` }));
      return;
    }
    clearInterval(timer);
    const counted = `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [], usage })}\n\n`;
    response.end(`${event({}, 'stop')}${counted}data: [DONE]\n\n`);
  }, CHUNK_MS);
  response.once('close', () => clearInterval(timer));
}

const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  if (body.includes('"stream":true')) return stream(response);
  const delayMs = body.includes('"user":"held"') ? HELD_MS : DELAY_MS;
  setTimeout(() => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': reply.byteLength });
    response.end(reply);
  }, delayMs);
});
server.requestTimeout = 0;
server.keepAliveTimeout = 65_000;
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
process.once('disconnect', () => process.exit(0));
