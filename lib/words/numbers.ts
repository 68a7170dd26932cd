/** Numbers as sentences hold them. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
export const count = (amount: number): string => amount.toLocaleString('en-US');
/** "64.2 % (n = 40)". */
export const scoreWords = ({ mean, n }: { readonly mean: number; readonly n: number }): string =>
  `${percent(mean)} (n = ${n})`;
