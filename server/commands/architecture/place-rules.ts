import { codeOnly, isTest, type SourceFile, type Violation } from './source-file';

/** Code that only the named files may contain, because it decides for all others. */
interface PlaceRule {
  readonly pattern: RegExp;
  readonly what: string;
  readonly places: readonly string[];
  readonly instead: string;
}

const RULES: readonly PlaceRule[] = [
  {
    pattern: /\bimport\b[^;]*\bauthorize\b/,
    what: 'authorizes an actor',
    places: [
      // Entrances: operations, pages, metrics, the flag server, the command line.
      'server/http/serve.ts',
      'server/http/current-actor.ts',
      'server/http/scraper.ts',
      'server/serving/admit.ts',
      'server/serving/gateway-handler.ts',
      'server/commands/support/operator.ts',
      // Work in the name of a person who is not asking, or of no person.
      'server/services/people/found-workspace.ts',
      'server/services/promotion/practice/practice-maker.ts',
      'server/services/promotion/read/evidence.ts',
      'server/services/launches/starter.ts',
      'server/services/sweeps/end-past-deadline.ts',
      // Requests and rows that take more than the permission of the operation.
      'lib/canary/canary-moves.ts',
      'lib/policy/review.ts',
      'server/services/jobs/list-jobs.ts',
      'server/services/lists/saved-views.ts',
      'server/services/promotion/read/read-approval.ts',
      'server/services/promotion/review/read-review.ts',
    ],
    instead: "take an Actor<'permission'>: the contract names it, and the operation table has checked it",
  },
  {
    pattern: /\bas\s+(?:unknown\s+as\s+)?Actor\s*</,
    what: 'casts to an authorized actor',
    places: ['lib/policy/roles.ts'],
    instead: 'call authorize in one of its places, or take the actor as a parameter',
  },
  {
    pattern: /(?<![.\w])firstWorkspace\b/,
    what: 'assumes a single workspace',
    places: ['server/repositories/workspaces.ts', 'server/commands/support/operator.ts'],
    instead: "take the workspace of the actor, or the one that the caller's input names",
  },
];

/** A named file that no longer needs its place is reported too, so that the list stays short. */
export function checkPlaces(files: readonly SourceFile[]): Violation[] {
  const code = files.filter(({ path }) => /\.tsx?$/.test(path) && !isTest(path) && !path.startsWith('e2e/'));
  return RULES.flatMap(({ pattern, what, places, instead }) =>
    code.flatMap(({ path, text }) => {
      const isUser = pattern.test(codeOnly(text));
      if (isUser === places.includes(path)) return [];
      const sentence = isUser
        ? `${what}: ${instead}.`
        : `is named as a place that ${what}: take it off the list.`;
      return [{ file: path, sentence }];
    }),
  );
}
