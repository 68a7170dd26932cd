import { z } from 'zod';
import { RESOLUTIONS, RULE_IDS } from './rules';

/** The tools of the back office: names, descriptions and arguments, the same over HTTP and MCP. */
const orderId = z.string().describe('As in the ticket, for example A-20417');
const sku = z.string().describe('Article number, for example S-20417');
const amount = z.number().min(0).max(1_000_000).describe('Two decimals, for example 49.90');
const quantity = z.int().min(1).max(100_000);

export const TOOLS = {
  look_up_orders: {
    description: 'Orders by number, or all orders of a customer, with lines, prices, discount and dates.',
    input: z.object({
      order_id: orderId.optional(),
      customer: z.string().optional().describe('Customer number, for example C-20417'),
    }),
  },
  check_stock: {
    description: 'Stock of an article: units on hand and reserved, carton size, successor.',
    input: z.object({ sku }),
  },
  look_up_policy: {
    description: 'What the policy of the office says on one topic.',
    input: z.object({ topic: z.enum(RULE_IDS) }),
  },
  issue_refund: {
    description: 'Pays an amount of an order back to its customer.',
    input: z.object({ order_id: orderId, amount }),
  },
  request_approval: {
    description: 'Asks the team lead to approve a refund; the answer comes at once.',
    input: z.object({ order_id: orderId, amount }),
  },
  ship_items: {
    description: 'Sends units of an article to the customer of an order.',
    input: z.object({ order_id: orderId, sku, quantity }),
  },
  order_stock: {
    description: 'Orders units of an article from its supplier.',
    input: z.object({ sku, quantity }),
  },
  book_slot: {
    description: 'Enters a call, a delivery or a pickup for an order into the calendar, which is in UTC.',
    input: z.object({
      order_id: orderId,
      kind: z.enum(['call', 'delivery', 'pickup']),
      at: z
        .string()
        .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/)
        .describe('For example 2026-03-18T13:30Z'),
    }),
  },
  close_ticket: {
    description:
      'Closes the ticket with what came of it, and gives the receipt. Nothing can be done after it.',
    input: z.object({ resolution: z.enum(RESOLUTIONS) }),
  },
} as const;

export type ToolName = keyof typeof TOOLS;
export const TOOL_NAMES = Object.keys(TOOLS) as readonly ToolName[];

export const isToolName = (name: string): name is ToolName => Object.hasOwn(TOOLS, name);

/** A call as a clerk makes it. */
export type ToolCall = {
  [Name in ToolName]: { readonly tool: Name; readonly input: z.output<(typeof TOOLS)[Name]['input']> };
}[ToolName];

/** JSON Schema of the arguments of a tool. */
export function inputSchemaOf(name: ToolName): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(TOOLS[name].input, { io: 'input' });
  return schema;
}

/** In the form that chat models are offered. */
export const CHAT_TOOLS = TOOL_NAMES.map((name) => ({
  type: 'function',
  function: { name, description: TOOLS[name].description, parameters: inputSchemaOf(name) },
}));
