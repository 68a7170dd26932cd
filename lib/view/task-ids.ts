/** Ids of tasks as they are pasted: a list of lines, a column of a table, or JSON. Each once, in its order. */
export const taskIdsOf = (text: string): string[] => [
  ...new Set(text.split(/[\s,;"'[\]]+/).filter((part) => part !== '')),
];
