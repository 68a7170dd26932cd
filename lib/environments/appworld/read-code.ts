/** A reply of the model: the code that is run, and the reply as the conversation keeps it. */
export interface ReadReply {
  /** Empty = the reply has no Python block. */
  readonly code: string;
  /** Cut behind the block that is run; a block that was not closed is closed. */
  readonly text: string;
}

const BLOCK = /```python\n(.*?)```/gs;
const OPENING = '```python\n';
const CLOSING = '```';

/**
 * The first Python block of a reply. Everything behind it is dropped: the model wrote it without having seen the
 * output of the block. `all` joins the blocks and keeps the reply, for models that cannot be stopped from writing several.
 */
export function readCode(reply: string | null, blocks: 'first' | 'all' = 'first'): ReadReply {
  if (reply === null) return { code: '', text: '' };
  let code = '';
  let end = 0;
  for (const block of reply.matchAll(BLOCK)) {
    const lines = (block[1] ?? '').trim();
    end = block.index + block[0].length;
    if (blocks === 'first') return { code: lines, text: reply.slice(0, end) };
    code += `${lines}\n`;
  }
  const open = reply.lastIndexOf(OPENING);
  if (open < end) return { code, text: reply };
  // Cut off by a stop sequence or by the limit of tokens.
  const text = `${reply}${reply.endsWith('\n') ? '' : '\n'}${CLOSING}`;
  return { code: code + reply.slice(open + OPENING.length).trim(), text };
}
