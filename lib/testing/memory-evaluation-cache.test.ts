import { evaluationCacheContract } from './contracts/evaluation-cache-contract';
import { memoryEvaluationCache } from './memory-evaluation-cache';

evaluationCacheContract('in memory', async () => {
  const cache = memoryEvaluationCache();
  return { cache, invalidate: cache.invalidate };
});
