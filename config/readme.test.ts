/** Every file, folder and link that the README files name exists. */
import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { entities } from '../common/entities/index';
import type { AnyEntity } from '../common/entity/entity';
import { permissionActions, permissionKey } from '../common/entity/permissionKeys';

const PAPERS = [
  'README.md',
  ...['client', 'common', 'server'].map((folder) => `${folder}/README.md`),
  ...[
    'decisions',
    'deployment',
    'imports',
    'live-protocol',
    'market',
    'modules',
    'older-clients',
    'single-sign-on',
  ].map((name) => `server/docs/${name}.md`),
  'client/docs/decisions.md',
  ...['CONTRIBUTING.md', 'SECURITY.md', 'pull_request_template.md'].map((name) => `.github/${name}`),
];
const TOP = /^(?:client|common|config|server|\.github|\.ci)\//;
const read = (paper: string) => readFileSync(paper, 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };

/** Targets of links and images within the repository, from the folder of the document. */
const linksIn = (paper: string): readonly string[] =>
  [...read(paper).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => target !== '' && !/^[a-z]+:/i.test(target))
    .map((target) => join(dirname(paper), target));

/** Whole paths in code spans that begin at the root; one with a placeholder or a star names no single file. */
const pathsIn = (paper: string): readonly string[] =>
  [...read(paper).matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => TOP.test(path) && !/[*<>{}…]/.test(path));

/** Folders of the map: lines of a code block that begin with names and slashes. An indented line is below the last line without indentation. */
function mapIn(paper: string): readonly string[] {
  const found: string[] = [];
  let [isBlock, top] = [false, ''];
  for (const line of read(paper).split('\n')) {
    if (line.startsWith('```')) isBlock = !isBlock;
    const [, indent = '', names = ''] = (isBlock && /^( *)((?:[\w.-]+\/ +)+)/.exec(line)) || [];
    const each = names.split(/\s+/).filter((name) => name !== '');
    if (indent === '') top = each[0] ?? top;
    found.push(...each.map((name) => join(indent === '' ? '' : top, name)));
  }
  return found;
}

/** Permission keys and actions of the entity `config` look like paths of the folder. */
const permissions = new Set(
  Object.values(entities).flatMap((entity: AnyEntity) => [
    ...permissionActions(entity).map((action) => permissionKey(entity, action)),
    ...(entity.spec.actions ?? []).map((action) => `${entity.name}/${action}`),
  ]),
);
const exists = (path: string) =>
  permissions.has(path) || ['', '.ts', '.tsx', '.mjs'].some((ending) => existsSync(resolve(`${path}${ending}`)));

describe.each(PAPERS)('%s', (paper) => {
  it('links only to existing files', () => {
    expect(linksIn(paper).filter((path) => !existsSync(path))).toEqual([]);
  });

  it('names only files and folders that exist', () => {
    // The guides name files that their reader creates.
    const missing = [...pathsIn(paper), ...mapIn(paper)].filter((path) => !exists(path));
    expect(missing.filter((path) => !['common/entities/faq.ts', 'server/hooks.mjs'].includes(path))).toEqual([]);
  });

  it('names only commands of the package', () => {
    const commands = [...read(paper).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  });
});

it('the check finds links, paths and commands of the documents', () => {
  expect(linksIn('README.md')).toContain('server/docs/deployment.md');
  expect(mapIn('README.md')).toContain('server/platform/');
  expect(pathsIn('README.md')).toContain('common/entities/newsCategory.ts');
});

it('every README of the repository is checked', () => {
  const others = readdirSync('.', { recursive: true, encoding: 'utf8' }).filter(
    (path) => basename(path) === 'README.md' && !/(^|\/)(node_modules|\.build|\.cache|\.git|data)\//.test(path),
  );
  expect(others.filter((path) => !PAPERS.includes(path))).toEqual([]);
});

// Dec-001
it('no setting, service or document names Redis', () => {
  const files = ['config/env.ts', 'docker-compose.yml', '.ci/run', 'package.json', 'config/Dockerfile', ...PAPERS];
  expect(files.filter((file) => /redis/i.test(read(file)))).toEqual([]);
});

it('the README of the root fits on a few screens', () => {
  expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(100);
  for (const folder of ['client', 'common', 'server'])
    expect(read(`${folder}/README.md`).split('\n').length - 1).toBeLessThanOrEqual(120);
});
