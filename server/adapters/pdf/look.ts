/** Colours and measures of a printed document: dark on white, in points. */
export const COLOURS = {
  ink: '#1c1917',
  soft: '#57534e',
  faint: '#78716c',
  line: '#e7e5e4',
  strong: '#a8a29e',
  sunken: '#f5f5f4',
} as const;

export const TONES = {
  good: { edge: '#15803d', wash: '#f0fdf4' },
  bad: { edge: '#b91c1c', wash: '#fef2f2' },
  neutral: { edge: '#78716c', wash: '#f5f5f4' },
} as const;

export const PAGE = { margins: [48, 46, 48, 46] as [number, number, number, number], width: 499 } as const;
