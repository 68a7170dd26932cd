import { curlOf, inShell } from './curl';

/** Code to copy that reads a slot. It names a variable in place of the slot's key and never holds the secret. */
export interface Snippet {
  readonly key: string;
  readonly name: string;
  /** Purpose of the snippet, and the kind of key that it needs. */
  readonly note: string;
  readonly code: string;
}

export interface SlotAddress {
  /** Scheme and host of this Waggle, without a slash at the end. */
  readonly origin: string;
  readonly slotId: string;
  readonly flagKey: string;
}

const SLOT_KEY = 'WAGGLE_SLOT_KEY';

export function prepareSnippets(address: SlotAddress): readonly Snippet[] {
  return [
    {
      key: 'server',
      name: 'OpenFeature, server',
      note: 'One question for each answer, so a revert shows at the next call. The text in the code serves while nothing is live and while Waggle is away.',
      code: serverCode(address),
    },
    {
      key: 'web',
      name: 'OpenFeature, web',
      note: 'All flags at once, then from memory, and again when Waggle says that something changed. Use a browser key: visitors of the page can read it.',
      code: webCode(address),
    },
    {
      key: 'curl',
      name: 'curl',
      note: 'The same question by hand (OFREP 0.3). The targeting key is the conversation or the user: the same key gets the same variant.',
      code: curlCode(address),
    },
    {
      key: 'get',
      name: 'Plain GET',
      note: 'For programs without OpenFeature: the prompt that is live, with an ETag.',
      code: getCode(address),
    },
    {
      key: 'gateway',
      name: 'Gateway',
      note: 'Any OpenAI client: Waggle puts the prompt in front, answers with the incumbent, and lets the challenger answer in the background.',
      code: gatewayCode(address),
    },
  ];
}

function serverCode({ origin, flagKey }: SlotAddress): string {
  return `${taken('{ OpenFeature }', '@openfeature/server-sdk')}
${taken('{ OFREPProvider }', '@openfeature/ofrep-provider')}

await OpenFeature.setProviderAndWait(
  new OFREPProvider({
    baseUrl: '${origin}',
    headers: [['Authorization', 'Bearer ' + WAGGLE_SLOT_KEY]],
  }),
);
const prompt = await OpenFeature.getClient().getObjectValue(
  '${flagKey}',
  { text: 'The prompt that your code serves today.' },
  { targetingKey: conversationId },
);`;
}

function webCode({ origin, flagKey }: SlotAddress): string {
  return `${taken('{ OpenFeature }', '@openfeature/web-sdk')}
${taken('{ OFREPWebProvider }', '@openfeature/ofrep-web-provider')}

await OpenFeature.setContext({ targetingKey: conversationId });
await OpenFeature.setProviderAndWait(
  new OFREPWebProvider({
    baseUrl: '${origin}',
    headers: [['Authorization', 'Bearer ' + WAGGLE_BROWSER_KEY]],
  }),
);
const prompt = OpenFeature.getClient().getObjectValue('${flagKey}', {
  text: 'The prompt that your code serves today.',
});`;
}

function curlCode({ origin, flagKey }: SlotAddress): string {
  return curlOf({
    method: 'POST',
    url: inShell(`${origin}/ofrep/v1/evaluate/flags/${flagKey}`),
    key: SLOT_KEY,
    body: '{"context":{"targetingKey":"conversation-1"}}',
  });
}

function getCode({ origin, slotId }: SlotAddress): string {
  return curlOf({
    url: inShell(`${origin}/api/v1/slots/${slotId}/prompt?targetingKey=conversation-1`),
    key: SLOT_KEY,
  });
}

function gatewayCode({ origin }: SlotAddress): string {
  return `${taken('OpenAI', 'openai')}

const client = new OpenAI({
  baseURL: '${origin}/gateway/v1',
  apiKey: WAGGLE_SLOT_KEY,
});`;
}

/** An import line of the reader's program, assembled so that tools do not read it as ours. */
function taken(name: string, source: string): string {
  return ['import', name, 'from', `'${source}';`].join(' ');
}
