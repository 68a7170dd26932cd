/**
 * Phrases that a reader stumbles over, each with the words to use instead. Exact phrases only: a rule that guesses
 * raises false alarms, and people switch it off.
 */
export interface Phrase {
  readonly found: RegExp;
  readonly instead: string;
}

export const PHRASES: readonly Phrase[] = [
  {
    found: /(?:\/\*\*?|\/\/)\s+(?:What|Of|Those|That|Whoever)\s/,
    instead: 'Begin a comment with a noun or a verb.',
  },
  { found: /\bwhoever\b/i, instead: 'Name the person: the owner, a reviewer, the caller.' },
  // In quotes it is an account of the operating system.
  { found: /\bnobody\b(?!')/i, instead: 'Name the actor, or use the passive: "no reviewer", "is not read".' },
  { found: /\bsomebody\b/i, instead: 'Name the actor: a person, a reviewer, the caller.' },
  { found: /\bfor good\b(?! reason)/i, instead: 'Say "permanently".' },
  { found: /\bstands\b/i, instead: 'Say "is", "is shown" or "is paused".' },
  { found: /\bgoes out\b/i, instead: 'Say "is sent".' },
  { found: /\btaken in\b/i, instead: 'Say "accepted" or "received".' },
  { found: /\bwhat it took\b/i, instead: 'Say "the cost" or "the time".' },
  { found: /\bwhat is asked\b/i, instead: 'Say "the request".' },
  { found: /\bmend(?:s|ed)?\b/i, instead: 'Say "fix".' },
];
