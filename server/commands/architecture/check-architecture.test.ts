import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkArchitecture } from './check-architecture';
import { LEVEL_TABLES } from './level-table';
import { codeOnly, importsOf, readSources } from './source-file';

const root = path.resolve(import.meta.dirname, '../../..');
const sentences = (file: string, text: string) =>
  checkArchitecture([{ path: file, text }]).map((one) => one.sentence);

describe('the architecture rules', () => {
  it('hold for the whole project', () => {
    expect(checkArchitecture(readSources(root))).toEqual([]);
  });

  it.each([
    ['lib/domain/bad.ts', `import { x } from '@/lib/engine/run-loop';`, /base layer of lib/],
    ['lib/stats/bad.ts', `import z from 'zod';`, /imports zod/],
    ['lib/ports/bad.ts', `import type { X } from '@/lib/combee/map';`, /import domain types only/],
    ['lib/contracts/bad.ts', `import { x } from '@/lib/engine/run-loop';`, /describes the edge/],
    ['lib/projection/bad.ts', `import { x } from '@/lib/view/numbers';`, /folds facts into state/],
    ['lib/trajectory/bad.ts', `import { x } from '../evaluation/privacy/redact';`, /folds facts into state/],
    ['lib/view/bad.ts', `import { x } from '../combee/map';`, /prepares given data/],
    ['lib/methods/ace/bad.ts', `import { x } from '@/lib/methods/gepa/gepa';`, /knows neither other methods/],
    ['lib/combee/bad.ts', `import type { X } from '@/lib/engine/run-loop';`, /called by the engine/],
    [
      'lib/report/bad.ts',
      `export { x } from '@/lib/methods/ace/ace';\nexport const y = 1;`,
      /called by the engine/,
    ],
    [
      'lib/engine/bad.ts',
      `import { ace } from '@/lib/methods/ace/ace';`,
      /takes concrete methods as arguments/,
    ],
    ['lib/engine/bad.ts', `import { z } from '@/lib/contracts/runs';`, /knows no edge/],
    ['lib/engine/bad.ts', `import fs from 'node:fs';`, /imports node:fs/],
    ['server/config/bad.ts', `import { db } from '@/server/db/client';`, /used by all layers/],
    [
      'server/repositories/bad.ts',
      `import { s } from '@/server/services/runs';`,
      /translates one outside thing/,
    ],
    ['server/adapters/bad.ts', `import { headers } from 'next/headers';`, /imports next/],
    ['server/accounts/bad.ts', `import { cookies } from 'next/headers';`, /Accounts know people/],
    ['server/services/bad.ts', `const a = await import('@/server/worker/main');`, /leaves work to a job/],
    ['server/services/bad.ts', `import { x } from '@/lib/view/numbers';`, /charts to lib\/view/],
    [
      'server/services/runs/bad.ts',
      `import { x } from '@/server/services/readiness/read-readiness';`,
      /no lower than runs\. Move what both need/,
    ],
    [
      'server/services/promotion/read/bad.ts',
      `import { x } from '../decide/move-canary';`,
      /no lower than promotion\/read/,
    ],
    ['server/services/unplaced/bad.ts', '', /no folder with a level/],
    ['server/practice-model/bad.ts', `import { db } from '@/server/db/client';`, /only from the text/],
    ['server/worker/bad.ts', `import { Button } from '@/components/ui/button';`, /have no pages/],
    ['server/http/bad.ts', `import { r } from '@/server/repositories/runs';`, /HTTP code translates/],
    ['app/bad/page.tsx', `import { db } from '@/server/db/client';`, /calls one service/],
    [
      'components/ui/bad.tsx',
      `import { x } from '@/components/api/client';`,
      /no lower than ui\. Move a part that knows no domain/,
    ],
    ['components/run/bad.tsx', `import { s } from '@/server/services/runs';`, /draws its props/],
  ])('refuse in %s: %s', (file, text, sentence) => {
    expect(sentences(file, text).join('\n')).toMatch(sentence);
  });

  it('name no folder that does not exist', () => {
    const paths = readSources(root).map((file) => file.path);
    const listed = LEVEL_TABLES.flatMap(({ area, levels }) =>
      levels.flat().map((folder) => `${area}/${folder}/`),
    );
    expect(listed.filter((folder) => !paths.some((file) => file.startsWith(folder)))).toEqual([]);
  });

  it.each([
    ['const a = new Date();', /uses Date/],
    ['const a = process.env.X;', /uses process/],
    ["const a = await fetch('x');", /uses fetch/],
    ['setTimeout(f, 1);', /uses a timer/],
    ['console.log(1);', /uses console/],
    ['const a = Math.random();', /uses Math\.random/],
    ['const a = performance.now();', /uses performance/],
    ['const a = crypto.randomUUID();', /uses crypto/],
    [`const a = \`\${Date.now()}\`;`, /uses Date/],
  ])('keep lib pure: %s', (text, sentence) => {
    expect(sentences('lib/combee/bad.ts', text).join('\n')).toMatch(sentence);
  });

  it('ignore comments and strings', () => {
    const text = `/* new Date() */ // process.env\nexport const a = 'Math.random()' + "fetch(" + \`console.log\`;`;
    expect(sentences('lib/combee/good.ts', text)).toEqual([]);
    expect(codeOnly(text)).not.toMatch(/Date|process|random|fetch|console/);
  });

  it.each([
    ['lib/combee/long.ts', 'const a = 1;\n'.repeat(201), /may have 200/],
    ['server/worker/long.ts', 'const a = 1;\n'.repeat(251), /may have 250/],
    ['app/api/x/route.ts', 'const a = 1;\n'.repeat(41), /may have 40/],
    ['app/x/page.tsx', 'const a = 1;\n'.repeat(81), /may have 80/],
    ['components/run/long.tsx', 'const a = 1;\n'.repeat(251), /may have 250/],
    ['lib/combee/long.test.ts', 'const a = 1;\n'.repeat(401), /may have 400/],
    ['lib/combee/BadName.ts', '', /kebab-case/],
    ['lib/BadFolder/x.ts', '', /kebab-case/],
    ['lib/combee/utils.ts', '', /has a generic name/],
    ['lib/combee/scan-helpers.ts', '', /has a generic name/],
    ['server/a/b/c/d/e/f/g.ts', '', /folders deep/],
    ['lib/combee/index.ts', 'export const a = 1;', /barrel/],
    ['lib/combee/all.ts', `export * from './a';\nexport { b } from './b';`, /barrel/],
    ['lib/combee/default.ts', 'export default 1;', /default export/],
    ['lib/combee/enums.ts', 'export enum A { b }', /has an enum/],
  ])('keep the shape of files: %s', (file, text, sentence) => {
    expect(sentences(file, text).join('\n')).toMatch(sentence);
  });

  it.each([
    [
      'server/services/bad.ts',
      `import { authorize, may } from '@/lib/policy/roles';`,
      /authorizes an actor: take an Actor/,
    ],
    ['server/http/serve.ts', 'const a = 1;', /is named as a place that authorizes an actor/],
    ['server/worker/bad.ts', `const a = row as unknown as Actor<'read'>;`, /casts to an authorized actor/],
    [
      'server/services/bad.ts',
      `import { firstWorkspace } from '@/server/repositories/workspaces';`,
      /single workspace/,
    ],
  ])('restrict a function to its places: %s: %s', (file, text, sentence) => {
    expect(sentences(file, text).join('\n')).toMatch(sentence);
  });

  it('find an import cycle, types included', () => {
    const ring = [
      { path: 'lib/domain/a.ts', text: `import type { B } from './b';` },
      { path: 'lib/domain/b.ts', text: `import { C } from '@/lib/domain/c';` },
      { path: 'lib/domain/c.ts', text: `import { A } from './a';` },
    ];
    expect(
      checkArchitecture(ring)
        .map((one) => one.sentence)
        .join(),
    ).toMatch(/ring of imports \(lib\/domain\/a\.ts -> .* -> lib\/domain\/a\.ts\)/);
    expect(checkArchitecture(ring.slice(0, 2))).toEqual([]);
  });

  it('find every form of import', () => {
    const text = `import 'a-side';\nimport d, { type E } from '@scope/b/deep';\nimport type { F } from "./f";\nexport * from '../g';\nconst h = await import('node:fs');\nimport {\n  i,\n  j,\n} from '@/lib/x';`;
    expect(importsOf({ path: 'lib/combee/x.ts', text })).toEqual([
      'package:a-side',
      'package:@scope/b',
      'lib/combee/f',
      'lib/g',
      'node:fs',
      'lib/x',
    ]);
  });
});
