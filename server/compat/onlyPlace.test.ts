/** The adapter is the only place that knows the spelling of older clients. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { COMPAT_NAMES } from './compatNames';

const sources = ['common', 'server', 'client', 'config'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => `${root}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.(?:m?ts|tsx)$/.test(file) && !/node_modules|\.test\.tsx?$|\/testing\//.test(file))
    .filter((file) => !file.startsWith('server/compat/'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') })),
);

describe('the spelling of older clients', () => {
  it('only createServer.ts and moduleTable.ts import the folder compat', () => {
    const importing = sources.filter(({ text }) => /from '[^']*\/compat\//.test(text)).map(({ file }) => file);
    expect(importing.sort()).toEqual(['server/createServer.ts', 'server/moduleTable.ts']);
    expect(sources.length).toBeGreaterThan(1000);
  });

  it('no file outside compat names a dotted controller', () => {
    const names = Object.keys(COMPAT_NAMES).map((name) => name.replace('.', '\\.'));
    // A path or a whole text, not a part of an expression.
    const spelled = new RegExp(`['"\`/](?:${names.join('|')})['"\`/]`, 'i');
    const naming = sources.filter(({ text }) => spelled.test(text)).map(({ file }) => file);
    // The table of the titles of all routes has those that the adapter registers too.
    expect(naming.sort()).toEqual(['common/locales/en/routes.ts', 'common/locales/zh-cn/routes.ts']);
    expect(spelled.test("'/admin/auth.adminLog/index'")).toBe(true);
  });
});
