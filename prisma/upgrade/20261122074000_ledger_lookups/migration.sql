-- One iteration of a run, and one of its prompts by hash, without reading all that a long run has stated. Prisma has no
-- words for an index on an expression, so that its schema does not hold them.
CREATE INDEX "LedgerEntry_iteration" ON "LedgerEntry" ("runId", (("data"->>'iteration')::integer), "seq");
CREATE INDEX "LedgerEntry_candidate" ON "LedgerEntry" ("runId", ("data"->>'hash'), "seq") WHERE "type" = 'candidate.created';
