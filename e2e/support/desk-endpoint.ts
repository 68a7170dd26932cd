import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An OpenAI-compatible endpoint of a person's own, which sorts messages to teams. It knows half of the house rules and
 * learns the others from the playbook that it is sent. It wants its key.
 */
export interface DeskEndpoint {
  readonly baseUrl: string;
  readonly key: string;
  close(): Promise<void>;
}

export const DESK_MODEL = 'desk-small';

/** Team that the model takes a topic to belong to, and the one that the house rule names. */
const TOPICS: Readonly<Record<string, readonly [guess: string, rule: string]>> = {
  'gift card': ['sales', 'finance'],
  parking: ['support', 'facilities'],
  invoice: ['finance', 'finance'],
  password: ['it', 'it'],
  'visa letter': ['support', 'people'],
  'broken screen': ['it', 'facilities'],
  refund: ['sales', 'sales'],
  'training course': ['people', 'people'],
};
const WAYS: readonly ((topic: string, name: string) => string)[] = [
  (topic, name) => `Hello, this is ${name}. Whom do I ask about a ${topic}?`,
  (topic, name) => `${name} here. My ${topic} is overdue since last week.`,
  (topic, name) => `Could a colleague help ${name} with a ${topic} before Friday?`,
  (topic, name) => `Dear team, ${name} has an open ${topic}. Thank you!`,
  (topic, name) => `Second reminder from ${name} about the ${topic}.`,
  (topic, name) => `Any news of the ${topic} of Monday? ${name}`,
  (topic, name) => `${name} asks what to do about a ${topic}.`,
  (topic, name) => `Please look at the ${topic} that ${name} wrote about.`,
  (topic, name) => `Is there a form for a ${topic}? Regards, ${name}`,
  (topic, name) => `${name} is new here: how is a ${topic} settled?`,
];
const NAMES = ['Ada', 'Bo', 'Cem', 'Dora', 'Eli', 'Fay', 'Gus', 'Hana'];

/** Eighty messages with their teams, one a line. */
export function deskLines(): string {
  const lines = WAYS.flatMap((way, at) =>
    Object.entries(TOPICS).map(([topic, [, answer]], place) =>
      JSON.stringify({ question: way(topic, NAMES[(at + place) % NAMES.length] ?? ''), answer }),
    ),
  );
  return lines.join('\n');
}

export async function openDeskEndpoint(): Promise<DeskEndpoint> {
  const key = 'a-key-of-my-own';
  const server = createServer(async (request, response) => {
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.headers.authorization !== `Bearer ${key}`)
      return send(401, { error: { message: 'Wrong key.' } });
    if (request.url === '/v1/models')
      return send(200, { object: 'list', data: [{ id: DESK_MODEL, object: 'model' }] });
    if (request.url !== '/v1/chat/completions') return send(404, { error: { message: 'Not here.' } });
    const { messages, model } = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
    const content = replyTo(messages);
    const usage = { prompt_tokens: JSON.stringify(messages).length, completion_tokens: content.length };
    const message = { role: 'assistant', content };
    send(200, {
      ...{ id: 'desk', object: 'chat.completion', created: 1_767_225_600, model },
      choices: [{ index: 0, finish_reason: 'stop', message }],
      usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    key,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Asked {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** Plays the parts of ACE: JSON as its prompts ask for. */
function replyTo(messages: Asked['messages']): string {
  const of = (role: string) =>
    messages.flatMap((message) => (message.role === role ? [message.content] : [])).join('\n');
  const [system, user] = [of('system'), of('user')];
  if (system.startsWith('You are the generator.')) return answered(system, part(user, 'question') || user);
  if (system.startsWith('You are the reflector.')) return reflected(user);
  const known = part(user, 'playbook');
  const rules = [...new Set(user.match(/Messages about a [\w ]+ go to \w+\./g))];
  const operations = rules
    .filter((rule) => !known.includes(rule))
    .map((content) => ({ type: 'ADD', section: 'house rules', content }));
  return JSON.stringify({ reasoning: 'Each rule once.', operations });
}

function answered(system: string, question: string): string {
  const topic = topicIn(question);
  const line = system.split('\n').find((one) => one.includes(ruleOn(topic)));
  const id = /\[([^\]\s]+-\d+)\]/.exec(line ?? '')?.[1];
  const team = /go to (\w+)/.exec(line ?? '')?.[1] ?? TOPICS[topic]?.[0];
  return JSON.stringify({ reasoning: topic, bullet_ids: id ? [id] : [], final_answer: team });
}

function reflected(user: string): string {
  const topic = topicIn(part(user, 'question'));
  return JSON.stringify({
    ...{ reasoning: topic, error_identification: 'The house rule was not known.', bullet_tags: [] },
    ...{ root_cause_analysis: 'No line of the playbook names it.', correct_approach: 'Follow the rule.' },
    key_insight: `${ruleOn(topic)} ${TOPICS[topic]?.[1]}.`,
  });
}

const ruleOn = (topic: string) => `Messages about a ${topic} go to`;
const topicIn = (text: string) => Object.keys(TOPICS).find((topic) => text.includes(topic)) ?? '';
const part = (text: string, tag: string) =>
  new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`).exec(text)?.[1]?.trim() ?? '';
