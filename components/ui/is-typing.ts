/** Boxes and sliders take no letters. */
const TAKES_NO_TEXT = ['checkbox', 'radio', 'range', 'file', 'button', 'submit'];

/** A key that was pressed there writes text, so it is no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && TAKES_NO_TEXT.includes(target.type)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}
