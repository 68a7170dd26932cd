import { type ClassValue, clsx } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Joins class names; of two that contradict each other the later one stays. */
export function classNames(...values: readonly ClassValue[]): string {
  return twMerge(clsx(values));
}
