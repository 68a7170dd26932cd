import type { ExternalToast } from 'sonner';

/**
 * Says a sentence in the corner of the page. The library of those notes is fetched with the first one, or, as a rule,
 * as soon as the page has nothing better to do: no page waits for it.
 */
export function say(tone: 'success' | 'error' | 'info', sentence: string, more?: ExternalToast): void {
  void import('sonner').then(({ toast }) => toast[tone](sentence, more));
}
