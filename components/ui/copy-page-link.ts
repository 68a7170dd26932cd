import { say } from './say';

/** Copies the address of exactly this view: it holds tabs, selections, filters and zoom. */
export async function copyPageLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.href);
    say('success', 'The link is copied. It opens this page as you see it.');
  } catch (cause) {
    say('error', 'The browser refused to copy the link. Copy it from the address bar.', {
      description: cause instanceof Error ? cause.message : undefined,
    });
  }
}
