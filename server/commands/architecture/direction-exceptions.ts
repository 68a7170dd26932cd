/** Exceptions, each with its reason. Tests are free: a guarantee may span several floors. */
export const EXCEPTIONS: readonly { readonly from: string; readonly to: string; readonly why: string }[] = [
  {
    from: 'server/repositories',
    to: 'server/adapters/secret-box',
    why: 'a key is sealed before it is stored',
  },
  {
    from: 'server/services/sweeps/export-sweep',
    to: 'lib/view/sweep-standing',
    why: 'the file of a sweep says what its page says',
  },
  {
    from: 'server/services/promotion/review/reviewed-document',
    to: 'lib/view/review-words',
    why: 'a document that is sent says what the page of its review says',
  },
  {
    from: 'server/http',
    to: 'server/services',
    why: 'the door hands a checked request on to the service that it serves',
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
    why: 'the command line takes the doors of the API, so that no rule stands at one of them alone',
  },
  {
    from: 'server/tools/canary-simulate/call-door',
    to: 'server/operations',
    why: 'a simulation goes through the doors that a client uses',
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
