/** Cuts a list into `parts` contiguous runs of floor(length / parts), the first (length mod parts) one longer. */
export function cutContiguously<T>(elements: readonly T[], parts: number): readonly (readonly T[])[] {
  const short = Math.floor(elements.length / parts);
  const longer = elements.length % parts;
  return Array.from({ length: parts }, (_, part) => {
    const start = part * short + Math.min(part, longer);
    return elements.slice(start, start + short + (part < longer ? 1 : 0));
  });
}
