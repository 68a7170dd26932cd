import { isRuleId, RULES } from './back-office/rules';
import { codesIn, codeTag } from './outcome';
import type { PracticeReply } from './reply-shape';

const BULLET = /^\s*(?:[-*]\s*)?\[[^\]\s]+-\d+\](?:.*?::)?\s*(\S.*)$/;

/**
 * One bullet for several that nearly say the same: the first one's text, with the codes of the others behind it, so
 * that a merge loses nothing that was taught.
 */
export function mergerReply(prompt: string): PracticeReply {
  const bullets = prompt.split('\n').flatMap((line) => BULLET.exec(line)?.[1]?.trim() ?? []);
  const first = bullets[0] ?? '';
  const missing = new Set(
    codesIn(bullets.slice(1).join('\n')).filter((code) => !codesIn(first).includes(code)),
  );
  const content = [
    first,
    ...Array.from(missing, (code) => (isRuleId(code) ? RULES[code].advice[0] : codeTag(code))),
  ]
    .join(' ')
    .trim();
  const reasoning = `Kept the first of ${bullets.length} bullets and what the others add.`;
  return { text: JSON.stringify({ reasoning, content }), note: null };
}
