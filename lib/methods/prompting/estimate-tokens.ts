/**
 * About how many tokens a text takes: a quarter of its characters. A real tokenizer's tables take longer to load than
 * a whole iteration of the core takes to run, and every model counts differently anyway; a budget of 80,000 does not
 * need the last per cent. The same text always gives the same number.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
