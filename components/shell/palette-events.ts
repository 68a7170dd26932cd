/** How any button opens the palette or the sheet of shortcuts without knowing where they live. */
export type PaletteMode = 'search' | 'shortcuts';

export const PALETTE_EVENT = 'waggle:palette';

export function openPalette(mode: PaletteMode): void {
  window.dispatchEvent(new CustomEvent<PaletteMode>(PALETTE_EVENT, { detail: mode }));
}
