import { codesIn } from './outcome';
import type { PracticeReply } from './reply-shape';

const BULLET = /^\s*(?:[-*]\s*)?\[[^\]\s]+-\d+\](?:.*?::)?\s*(\S.*)$/;

/**
 * One bullet for several that nearly say the same: the first one's text, and behind it the texts of those that teach
 * something else, so that a merge loses nothing that was taught.
 */
export function mergerReply(prompt: string): PracticeReply {
  const bullets = prompt.split('\n').flatMap((line) => BULLET.exec(line)?.[1]?.trim() ?? []);
  const taught = new Set<string>();
  const texts = bullets.filter((text, index) => {
    const fresh = codesIn(text).filter((code) => !taught.has(code));
    for (const code of fresh) taught.add(code);
    return index === 0 || fresh.length > 0;
  });
  const reasoning = `Kept the first of ${bullets.length} bullets and what the others add.`;
  return { text: JSON.stringify({ reasoning, content: texts.join(' ') }), note: null };
}
