/** The check that the engine names no entity. */
import { describe, expect, it } from '@jest/globals';
import { findEntityNames } from './engineNames';

const check = (source: string, path = 'server/engine/read/reader.ts'): string[] =>
  findEntityNames(new Map([[path, source]]), ['news', 'admin_group', 'page', 'admin']);

describe('findEntityNames', () => {
  it.each([
    ['the name as a string', `registry.get('news')`],
    ['a permission key', `hasPermission(actor, 'admin_group/index')`],
    ['a table in SQL', 'tx.rows(`SELECT id FROM \\`news\\` WHERE id = ?`)'],
    ['a table in a template with values', 'tx.rows(`SELECT ${columns} FROM news WHERE id = ?`)'],
  ])('reports %s', (_, source) => {
    expect(check(source)).toEqual([
      expect.stringContaining('server/engine/read/reader.ts: the engine names the entity'),
    ]);
  });
  it.each([
    ['a longer word', `log('newsletter')`],
    ['a comment', `// the news of the day\nconst a = 1;`],
    ['the realm of staff', `const realm = 'admin';`],
  ])('accepts %s', (_, source) => {
    expect(check(source)).toEqual([]);
  });
  it('accepts a homonym only in its own file', () => {
    expect(check(`'page'`, 'server/engine/http/entityRoutes.ts')).toEqual([]);
    expect(check(`'page'`)).toHaveLength(1);
  });
  it('accepts names in tests and outside the engine', () => {
    expect(check(`'news'`, 'server/engine/read/reader.test.ts')).toEqual([]);
    expect(check(`'news'`, 'server/modules/guestRoutes/routes.ts')).toEqual([]);
  });
});
