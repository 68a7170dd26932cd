/** How any button opens the palette, the sheet of shortcuts or the requests behind a page without knowing where they live. */
export type PaletteMode = 'search' | 'shortcuts' | 'api';

export const PALETTE_EVENT = 'waggle:palette';

export function openPalette(mode: PaletteMode): void {
  window.dispatchEvent(new CustomEvent<PaletteMode>(PALETTE_EVENT, { detail: mode }));
}
