/** Equal texts, after trimming and folding case where the task says so. Accents and composition: NFC on both sides. */
export function isExactMatch(
  answer: string,
  expected: string,
  rule: { readonly caseSensitive: boolean; readonly trim: boolean },
): boolean {
  return normalised(answer, rule) === normalised(expected, rule);
}

function normalised(text: string, rule: { readonly caseSensitive: boolean; readonly trim: boolean }): string {
  const composed = text.normalize('NFC');
  const trimmed = rule.trim ? composed.trim() : composed;
  return rule.caseSensitive ? trimmed : trimmed.toLowerCase();
}
