import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  isInitializeRequest,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { HttpFault, parseJson, readBody } from '../http-exchange';
import type { KeptWorlds } from './kept-worlds';
import { inputSchemaOf, TOOL_NAMES, TOOLS } from './tools';

/**
 * The tools of the back office by the Model Context Protocol, over streamable HTTP. A session is a world: one is opened for
 * each session (`mcp`), or the path names one that is open (`worlds/<id>/mcp`). Nothing else is kept between two requests, so
 * each has a server of its own. A world outlives its session, since its end state is scored later.
 */
const BODY_BYTES_MAX = 2 ** 20;
const SESSION_HEADER = 'mcp-session-id';

const LISTED: Tool[] = TOOL_NAMES.map((name) => ({
  name,
  description: TOOLS[name].description,
  inputSchema: inputSchemaOf(name) as Tool['inputSchema'],
}));

export interface McpCall {
  readonly worlds: KeptWorlds;
  /** Named by the path; undefined = the session's. */
  readonly world: string | undefined;
}

/** @throws HttpFault 404 where there is no such world, 405 for a stream that nothing would be sent on */
export async function handleOfficeMcp(
  request: IncomingMessage,
  response: ServerResponse,
  { worlds, world: named }: McpCall,
): Promise<void> {
  if (request.method === 'GET')
    throw new HttpFault(405, 'no_stream', 'Nothing is sent between calls; there is no stream to open.', {
      allow: 'POST, DELETE',
    });
  const body = request.method === 'POST' ? parseJson(await readBody(request, BODY_BYTES_MAX)) : undefined;
  const world = named ?? (isInitializeRequest(body) ? worlds.start() : sessionOf(request));
  if (!worlds.has(world))
    throw new HttpFault(404, 'not_found', 'There is no such world; open a session first.');
  response.setHeader(SESSION_HEADER, world);
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = officeServer(worlds, world);
  response.once('close', () => void server.close());
  await server.connect(transport as Transport);
  await transport.handleRequest(request, response, body);
}

function sessionOf({ headers }: IncomingMessage): string {
  const session = headers[SESSION_HEADER];
  return typeof session === 'string' ? session : '';
}

function officeServer(worlds: KeptWorlds, world: string): Server {
  const server = new Server({ name: 'back-office', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: LISTED }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const said = worlds.use(world, params.name, params.arguments ?? {});
    const text = said?.text ?? '{"error":"The office is closed."}';
    return { content: [{ type: 'text', text }], isError: said?.isError ?? true };
  });
  return server;
}
