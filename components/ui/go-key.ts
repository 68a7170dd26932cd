/** Within it a letter after `g` goes to a page, whatever it means on the one that is shown. */
const GO_MS = 2000;

let goAt: number | null = null;
let judged: { readonly event: KeyboardEvent; readonly follows: boolean } | null = null;

/**
 * Whether a key was pressed right after `g`. Several hear every key and ask in no fixed order: the first to ask decides
 * it for the others, and only the next key can follow a `g`.
 */
export function followsGo(event: KeyboardEvent): boolean {
  if (judged?.event !== event) {
    judged = { event, follows: goAt !== null && event.timeStamp - goAt < GO_MS };
    goAt = event.key === 'g' ? event.timeStamp : null;
  }
  return judged.follows;
}
