/** Small sets of files with one broken rule each. */
import { describe, expect, it } from '@jest/globals';
import { checkImportRules } from './importRules';

const check = (files: Record<string, string>): string[] => checkImportRules(new Map(Object.entries(files)));

/** Checks the smallest set of files in which `from` imports `to`. */
function checkEdge(from: string, to: string, statement = 'import'): string[] {
  const up = '../'.repeat(from.split('/').length - 1);
  const path = `${up}${to}`.replace(/\.tsx?$/, '');
  return check({ [from]: `${statement} { x } from '${path}';`, [to]: 'export const x = 1;' });
}

describe('checkImportRules', () => {
  it('accepts imports from lower layers', () => {
    expect(
      check({
        'common/text/a.ts': '',
        'common/entity/field.ts': `import { a } from '../text/a';`,
        'common/locales/en.ts': `import type { F } from '../entity/field';`,
        'common/definition/lint.ts': `import { en } from '../locales/en';`,
        'common/entities/index.ts': `import { news } from './news';`,
        'common/entities/news.ts': `import { text } from '../entity/field';`,
        'server/platform/database/openDb.ts': '',
        'server/engine/write/createWriter.ts': `import { db } from '../platform/db'; import type { Kit } from '../kit';`,
        'server/context.ts': '',
        'server/main.ts': `import { readEnv } from '../config/env'; import { e } from '../common/entities/index';`,
        'config/env.ts': '',
        'client/ui/Page.tsx': '',
        'client/admin/main.tsx': `import { Page } from '../ui/Page';`,
        'client/testing/world.ts': `import { boot } from '../../server/testing/testServer';`,
        'server/testing/testServer.ts': `import { m } from '../main';`,
      }),
    ).toEqual([]);
  });

  it.each([
    ['common/entity/a.ts', 'common/entities/b.ts', 'is a higher layer than'],
    ['common/entity/a.ts', 'common/locales/b.ts', 'is a higher layer than'],
    ['common/locales/a.ts', 'common/entities/b.ts', 'is a higher layer than'],
    ['common/text/a.ts', 'common/entity/b.ts', 'is a higher layer than'],
    ['common/protocol/a.ts', 'server/platform/b.ts', 'common imports only itself'],
    ['server/platform/a.ts', 'server/live/b.ts', 'is a higher layer than'],
    ['server/engine/a.ts', 'server/hooks/b.ts', 'is a higher layer than'],
    ['server/engine/a.ts', 'server/modules/x/b.ts', 'is a higher layer than'],
    ['server/engine/a.ts', 'common/entities/b.ts', 'receives entities'],
    ['server/engine/a.ts', 'server/testing/b.ts', 'must not import test code'],
    ['server/modules/x/a.ts', 'server/modules/y/b.ts', 'must not import another module'],
    ['server/modules/x/a.ts', 'config/env.ts', 'only entry points'],
    ['server/live/a.ts', 'client/ui/b.ts', 'must not import each other'],
    ['client/ui/a.tsx', 'client/shared/b.ts', 'is a higher layer than'],
    ['client/shared/a.tsx', 'client/engine/b.ts', 'is a higher layer than'],
    ['client/engine/a.tsx', 'common/entities/b.ts', 'receives entities'],
    ['client/admin/a.tsx', 'client/member/b.ts', 'must not import another app'],
    ['client/admin/screens/x/a.tsx', 'client/admin/screens/y/b.ts', 'must not import another screen'],
    ['client/admin/a.tsx', 'server/platform/b.ts', 'must not import each other'],
    ['client/elsewhere/a.tsx', 'client/ui/b.ts', 'in no known layer'],
    ['server/testing/a.ts', 'server/journeys/b.ts', 'journeys is imported by nothing but itself'],
    ['server/live/a.test.ts', 'server/bench/b.ts', 'bench is imported by nothing but itself'],
    ['client/testing/a.ts', 'server/proof/b.ts', 'proof is imported by nothing but itself'],
    ['client/proof/a.ts', 'client/journeys/b.ts', 'journeys is imported by nothing but itself'],
    ['client/journeys/a.test.ts', 'client/engine/b.test.ts', 'tests do not import tests'],
    ['client/journeys/a.test.ts', 'server/bench/b.ts', 'bench is imported by nothing but itself'],
  ])('refuses %s → %s', (from, to, reason) => {
    const problems = checkEdge(from, to);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${from} → ${to}`);
    expect(problems[0]).toContain(reason);
  });

  it('checks type imports, re-exports and dynamic imports', () => {
    for (const statement of ['import type', 'export', 'export type'])
      expect(checkEdge('client/ui/a.ts', 'client/shared/b.ts', statement)).toHaveLength(1);
    expect(check({ 'client/ui/a.ts': `const b = import('../shared/b');`, 'client/shared/b.ts': '' })).toHaveLength(1);
    expect(check({ 'client/ui/a.ts': `type B = import('../shared/b').B;`, 'client/shared/b.ts': '' })).toHaveLength(1);
  });

  it('ignores imports in strings and comments', () => {
    expect(
      check({
        'client/ui/a.ts': `// import { b } from '../shared/b';\nconst s = "import '../shared/b'";`,
        'client/shared/b.ts': '',
      }),
    ).toEqual([]);
  });

  it('prints every file of a cycle', () => {
    const files = {
      'server/live/a.ts': `import './b';`,
      'server/live/b.ts': `import './c';`,
      'server/live/c.ts': `import './a';`,
    };
    expect(check(files)).toEqual(['cycle: server/live/a.ts → server/live/b.ts → server/live/c.ts → server/live/a.ts']);
  });

  it('lets tests import higher layers, but not the other side', () => {
    expect(checkEdge('server/engine/a.test.ts', 'server/modules/x/b.ts')).toEqual([]);
    expect(checkEdge('server/engine/a.test.ts', 'common/entities/b.ts')).toEqual([]);
    expect(checkEdge('server/engine/a.test.ts', 'client/ui/b.ts')).toHaveLength(1);
  });

  it('refuses export * and index files that are not tables', () => {
    expect(check({ 'server/live/a.ts': `export * from './b';`, 'server/live/b.ts': '' })).toEqual([
      'server/live/a.ts: export * hides where a name comes from',
    ]);
    expect(check({ 'server/live/index.ts': '' })).toEqual(['server/live/index.ts: only tables may be index files']);
  });

  it('refuses packages in common, except in its tests', () => {
    expect(check({ 'common/text/a.ts': `import fs from 'node:fs';` })).toHaveLength(1);
    expect(check({ 'common/text/a.test.ts': `import fc from 'fast-check';` })).toEqual([]);
  });

  it('refuses folders with one parent that import each other', () => {
    const files = {
      'server/access/first/a.ts': `import '../second/b';`,
      'server/access/second/b.ts': '',
      'server/access/second/c.ts': `import type { D } from '../first/deep/d';`,
      'server/access/first/deep/d.ts': '',
    };
    expect(check({ ...files, 'server/access/second/c.ts': '' })).toEqual([]);
    expect(check(files)).toEqual([
      'server/access/first <-> server/access/second: folders with one parent import each other, e.g. server/access/first/a.ts → server/access/second/b.ts',
    ]);
  });

  it('lets tests of one folder import the other folder', () => {
    expect(
      check({
        'server/access/first/a.test.ts': `import '../second/b';`,
        'server/access/first/a.ts': '',
        'server/access/second/b.ts': `import '../first/a';`,
      }),
    ).toEqual([]);
  });

  it('refuses folders with more than 25 files, except tables', () => {
    const folder = (name: string) =>
      Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`${name}/file${index}.ts`, '']));
    expect(check(folder('server/new'))).toEqual(['server/new: holds 26 files; 25 are allowed']);
    expect(check(folder('common/entities'))).toEqual([]);
  });
});
