/** A size as people read it: "640 kB", "1.5 MB", "50 MB", "2.4 GB". */
const UNITS = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
] as const;

export function bytesText(bytes: number): string {
  const [unit, size] = UNITS.find(([, least]) => bytes >= least) ?? ['kB', 1e3];
  const count = bytes / size;
  return `${count.toFixed(count < 10 && unit !== 'kB' ? 1 : 0)} ${unit}`;
}
