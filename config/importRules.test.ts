/** Fake trees with one fault each: the floors check names the edge, and a sound tree passes. */
import { describe, expect, it } from '@jest/globals';
import { checkImportRules } from './importRules';

const check = (files: Record<string, string>): string[] => checkImportRules(new Map(Object.entries(files)));

/** `[from, to]` as the smallest tree that has this edge. */
function checkEdge(from: string, to: string, statement = 'import'): string[] {
  const up = '../'.repeat(from.split('/').length - 1);
  const path = `${up}${to}`.replace(/\.tsx?$/, '');
  return check({ [from]: `${statement} { x } from '${path}';`, [to]: 'export const x = 1;' });
}

describe('checkFloors', () => {
  it('accepts imports that point down', () => {
    expect(
      check({
        'common/text/a.ts': '',
        'common/entity/field.ts': `import { a } from '../text/a'; import { w } from '../locales/en';`,
        'common/locales/en.ts': '',
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
    ['common/entity/a.ts', 'common/entities/b.ts', 'lies above'],
    ['common/text/a.ts', 'common/entity/b.ts', 'lies above'],
    ['common/protocol/a.ts', 'server/platform/b.ts', 'common imports nothing but itself'],
    ['server/platform/a.ts', 'server/live/b.ts', 'lies above'],
    ['server/engine/a.ts', 'server/hooks/b.ts', 'lies above'],
    ['server/engine/a.ts', 'server/modules/x/b.ts', 'lies above'],
    ['server/engine/a.ts', 'common/entities/b.ts', 'handed its entities'],
    ['server/engine/a.ts', 'server/testing/b.ts', 'must not import its tests'],
    ['server/modules/x/a.ts', 'server/modules/y/b.ts', 'modules do not import modules'],
    ['server/modules/x/a.ts', 'config/env.ts', 'config is read by the entries'],
    ['server/live/a.ts', 'client/ui/b.ts', 'never meet'],
    ['client/ui/a.tsx', 'client/shared/b.ts', 'lies above'],
    ['client/shared/a.tsx', 'client/engine/b.ts', 'lies above'],
    ['client/engine/a.tsx', 'common/entities/b.ts', 'handed its entities'],
    ['client/admin/a.tsx', 'client/member/b.ts', 'apps do not import apps'],
    ['client/admin/screens/x/a.tsx', 'client/admin/screens/y/b.ts', 'screens do not import screens'],
    ['client/admin/a.tsx', 'server/platform/b.ts', 'never meet'],
    ['client/elsewhere/a.tsx', 'client/ui/b.ts', 'unknown floor'],
  ])('refuses %s → %s', (from, to, reason) => {
    const problems = checkEdge(from, to);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${from} → ${to}`);
    expect(problems[0]).toContain(reason);
  });

  it('sees imports of types, re-exports and dynamic imports', () => {
    for (const statement of ['import type', 'export', 'export type'])
      expect(checkEdge('client/ui/a.ts', 'client/shared/b.ts', statement)).toHaveLength(1);
    expect(check({ 'client/ui/a.ts': `const b = import('../shared/b');`, 'client/shared/b.ts': '' })).toHaveLength(1);
    expect(check({ 'client/ui/a.ts': `type B = import('../shared/b').B;`, 'client/shared/b.ts': '' })).toHaveLength(1);
  });

  it('does not take words in strings and comments for imports', () => {
    expect(
      check({
        'client/ui/a.ts': `// import { b } from '../shared/b';\nconst s = "import '../shared/b'";`,
        'client/shared/b.ts': '',
      }),
    ).toEqual([]);
  });

  it('prints a cycle in full', () => {
    const files = {
      'server/live/a.ts': `import './b';`,
      'server/live/b.ts': `import './c';`,
      'server/live/c.ts': `import './a';`,
    };
    expect(check(files)).toEqual(['cycle: server/live/a.ts → server/live/b.ts → server/live/c.ts → server/live/a.ts']);
  });

  it('lets tests reach up, but not across', () => {
    expect(checkEdge('server/engine/a.test.ts', 'server/modules/x/b.ts')).toEqual([]);
    expect(checkEdge('server/engine/a.test.ts', 'common/entities/b.ts')).toEqual([]);
    expect(checkEdge('server/engine/a.test.ts', 'client/ui/b.ts')).toHaveLength(1);
  });

  it('refuses hubs: export star and index files that are no tables', () => {
    expect(check({ 'server/live/a.ts': `export * from './b';`, 'server/live/b.ts': '' })).toEqual([
      'server/live/a.ts: export * makes a hub',
    ]);
    expect(check({ 'server/live/index.ts': '' })).toEqual(['server/live/index.ts: an index file that is no table']);
  });

  it('keeps packages out of common, except in its tests', () => {
    expect(check({ 'common/text/a.ts': `import fs from 'node:fs';` })).toHaveLength(1);
    expect(check({ 'common/text/a.test.ts': `import fc from 'fast-check';` })).toEqual([]);
  });
});
