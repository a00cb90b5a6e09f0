/** The production build ships the labels of the entities with the locale of their language. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseSync } from 'vite';
import { entities } from '../common/entities/index';
import type { AnyEntity } from '../common/entity/entity';
import { LANGUAGES, type Lang } from '../common/lang';
import { withoutLabels } from './run/entityLabels.mjs';

const root = join(import.meta.dirname, '..');
const out = mkdtempSync(join(tmpdir(), 'entity-labels-'));
const main = join(out, 'main.mjs');
afterAll(() => rmSync(out, { recursive: true }));

const text = (value: unknown) => JSON.stringify(value);
const fileIn = (path: string) => text(join(root, path));
/** A page that knows all entities and loads a locale only when it shows it. */
const PAGE = `
export { entities } from ${fileIn('common/entities/index.ts')};
export const show = {
  en: () => import(${fileIn('common/locales/en.ts')}),
  'zh-cn': () => import(${fileIn('common/locales/zhCn.ts')}),
};`;
/** Runs in its own process: the bundler does not recognize the regular expressions of a Jest environment. */
const BUILD = `
import { build } from 'vite';
import { entityLabels } from ${text(pathToFileURL(join(root, 'config/run/entityLabels.mjs')).href)};
const page = {
  name: 'page',
  resolveId: (id) => (id === 'page' ? '\\0page' : undefined),
  load: (id) => (id === '\\0page' ? ${text(PAGE)} : undefined),
};
await build({
  root: ${text(root)},
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'error',
  plugins: [entityLabels(${text(root)}), page],
  build: {
    ssr: true,
    outDir: ${text(out)},
    emptyOutDir: false,
    rolldownOptions: { input: 'page', output: { entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs' } },
  },
});`;
const run = (program: string): string =>
  execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: root, encoding: 'utf8' });

type Labels = Readonly<Record<string, { readonly [L in Lang]?: unknown }>>;
/** The labels of each entity in a program that has loaded these locales, in this order. */
function labelsAfter(languages: readonly Lang[]): Labels {
  const program = `
    const { entities, show } = await import(${text(pathToFileURL(main).href)});
    for (const lang of ${text(languages)}) await show[lang]();
    const labels = Object.values(entities).map(({ name, spec }) => [name, spec.labels]);
    process.stdout.write(JSON.stringify(Object.fromEntries(labels)));`;
  return JSON.parse(run(program)) as Labels; // printed by the line above
}
/** Entities of super admins keep their labels, because the console loads them later. */
const labelsIn = (languages: readonly Lang[]): Labels =>
  Object.fromEntries(
    Object.values(entities).map(({ name, spec }: AnyEntity) => [
      name,
      Object.fromEntries((spec.superOnly ? LANGUAGES : languages).map((lang) => [lang, spec.labels[lang]])),
    ]),
  );

beforeAll(() => void run(BUILD));

describe('the labels of the entities', () => {
  it.each(LANGUAGES)(
    'are complete for every entity after the locale %s is loaded, without another language',
    (lang) => {
      expect(labelsAfter([lang])).toEqual(labelsIn([lang]));
    },
  );
  it('are complete in both languages after the language was switched, in either order', () => {
    expect(labelsAfter(LANGUAGES)).toEqual(labelsIn(LANGUAGES));
    expect(labelsAfter([...LANGUAGES].reverse())).toEqual(labelsIn(LANGUAGES));
  });
  it('are not part of the first load', () => {
    const first = readFileSync(main, 'utf8');
    expect(first).toContain('news_category');
    const keptLabels =
      Object.values(entities).filter(({ spec }: AnyEntity) => spec.superOnly).length * LANGUAGES.length;
    expect(first.split('$one')).toHaveLength(keptLabels + 1);
    expect(first).not.toContain('title_en');
  });
});

describe('the module of an entity', () => {
  const without = (code: string) => withoutLabels(code, parseSync('a.js', code).program);
  it('contains everything except its labels', () => {
    const code = "export const a = defineEntity('a', { menu: '菜单', labels: { en: { $one: 'A' } }, title: 'b' });";
    expect(without(code)).toContain(`defineEntity('a', { menu: '菜单', labels: labelsOf("a"), title: 'b' });`);
  });
  it('is unchanged when it declares no labels', () => {
    expect(without("export const shown = { labels: 'b' };")).toBeUndefined();
  });
  it.each([
    'export const a = defineEntity(name, { labels: {} });',
    "export const a = defineEntity('a', spec);",
    "export const a = defineEntity('a', { ...spec });",
    "export const a = defineEntity('a', { labels: {} }), b = defineEntity('b', { labels: {} });",
  ])('is refused when its labels cannot be found: %s', (code) => {
    expect(() => without(code)).toThrow('defineEntity(name');
  });
});
