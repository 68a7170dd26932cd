/** The seven sections that a playbook starts with; the last takes what fits nowhere else. */
export const EMPTY_PLAYBOOK = [
  '## STRATEGIES & INSIGHTS',
  '## FORMULAS & CALCULATIONS',
  '## CODE SNIPPETS & TEMPLATES',
  '## COMMON MISTAKES TO AVOID',
  '## PROBLEM-SOLVING HEURISTICS',
  '## CONTEXT CLUES & INDICATORS',
  '## OTHERS',
].join('\n\n');
