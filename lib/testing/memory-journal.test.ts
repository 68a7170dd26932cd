import { journalContract } from './contracts/journal-contract';
import { journalStore, memoryJournal } from './memory-journal';

journalContract('in memory', async () => {
  const store = journalStore();
  return {
    open: async () => memoryJournal(store),
    logged: async () => [...store.logged].sort().map(([key, value]) => ({ key, value })),
  };
});
