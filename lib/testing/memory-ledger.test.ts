import { ledgerContract } from './contracts/ledger-contract';
import { ledgerStore, memoryLedger } from './memory-ledger';

ledgerContract('in memory', async () => {
  const store = ledgerStore();
  return { open: async () => memoryLedger(store), entries: async () => store.entries };
});
