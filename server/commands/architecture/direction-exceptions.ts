/** Exceptions, each with its reason. Tests are exempt: a guarantee may span several layers. */
export const EXCEPTIONS: readonly { readonly from: string; readonly to: string; readonly why: string }[] = [
  {
    from: 'server/repositories',
    to: 'server/adapters/secret-box',
    why: 'a key is sealed before it is stored',
  },
  {
    from: 'server/services/sweeps/export-sweep',
    to: 'lib/view/sweep-standing',
    why: 'the file of a sweep has the text of its page',
  },
  {
    from: 'server/services/promotion/review/reviewed-document',
    to: 'lib/view/review-words',
    why: 'an exported document has the text of its review page',
  },
  {
    from: 'server/http',
    to: 'server/services',
    why: 'a request that was checked is passed on to its service',
  },
  {
    from: 'server/http/model-access',
    to: 'server/adapters',
    why: 'the one place where the services of a request get their outgoing ports',
  },
  {
    from: 'server/http/rollout-calls',
    to: 'server/serving/rollouts/recorded-calls',
    why: 'the one place where the services of a request get the calls that the proxy recorded',
  },
  {
    from: 'server/http/document-file',
    to: 'server/adapters/pdf',
    why: 'the one place where a document becomes a file',
  },
  {
    from: 'server/http/document-file',
    to: 'lib/report/document',
    why: 'the one place where a document becomes a file',
  },
  {
    from: 'server/commands/support/call-command',
    to: 'server/operations',
    why: 'the command line calls the operations of the API, so that both enforce the same rules',
  },
  {
    from: 'server/tools/canary-simulate/call-door',
    to: 'server/operations',
    why: 'a simulation uses the operations that a client uses',
  },
  { from: 'server/commands/seed', to: 'prisma/practice-sets', why: 'the seed makes the practice sets' },
  {
    from: 'server/tools',
    to: 'prisma/practice-sets',
    why: 'scenarios and benchmarks use the practice sets of every installation',
  },
  {
    from: 'server/services/runs/code-version',
    to: 'package.json',
    why: 'a manifest names the version that ran it',
  },
];
