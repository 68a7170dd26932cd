/** Content of the first `\boxed{…}`, braces counted; null without one or when it is never closed. */
export function boxedContent(text: string): string | null {
  const opening = '\\boxed{';
  const at = text.indexOf(opening);
  if (at === -1) return null;
  const start = at + opening.length;
  let depth = 1;
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === '{') depth += 1;
    else if (text[index] === '}') depth -= 1;
    if (depth === 0) return text.slice(start, index);
  }
  return null;
}
