/** The parts of a package besides entities, seed rows and assets: `menu.json`, `pages.json` and `dashboards.json`. */
import { canUse, GUEST, readableColumns, writableColumns, type Actor } from '../../../common/entity/access';
import type { Column } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';
import {
  parseMenuFolder,
  parseModuleDashboards,
  parseModulePages,
  type MenuFolder,
  type ModuleDashboard,
  type ModulePage,
} from '../../../common/modules/moduleParts';

export interface PackageParts {
  readonly folder?: MenuFolder;
  readonly pages: readonly ModulePage[];
  readonly dashboards: readonly ModuleDashboard[];
}
const MENU_FILE = 'menu.json';
const PAGES_FILE = 'pages.json';
const DASHBOARDS_FILE = 'dashboards.json';
export const PART_FILES: readonly string[] = [MENU_FILE, PAGES_FILE, DASHBOARDS_FILE];

const TEXT_KINDS: readonly string[] = ['text', 'rich_text'];

function folderProblems({ name }: MenuFolder, entities: readonly AnyEntity[]): readonly string[] {
  return entities.some(({ spec }) => spec.menu === name) ? [] : [`${MENU_FILE}: no entity names the menu ${name}`];
}

/** A page shows only what guests may read of an entity of the module. */
function pageProblems(page: ModulePage, index: number, entities: readonly AnyEntity[]): readonly string[] {
  const path = `${PAGES_FILE}.${index}`;
  const entity = entities.find(({ name }) => name === page.entity);
  if (entity === undefined) return [`${path}: must name an entity of the module`];
  const readable = new Set(readableColumns(GUEST, entity).map(({ name }) => name));
  const texts = [page.heading, page.body, ...(page.note === undefined ? [] : [page.note])];
  const field = (name: string) => (Object.hasOwn(entity.spec.fields, name) ? entity.spec.fields[name] : undefined);
  return [
    ...texts.flatMap((name) =>
      readable.has(name) && TEXT_KINDS.includes(field(name)?.kind ?? '')
        ? []
        : [`${path}: ${name} is no text that guests may read`],
    ),
    ...(page.group === undefined ||
    (readable.has(page.group) && entities.some(({ name }) => name === field(page.group ?? '')?.options.to))
      ? []
      : [`${path}: ${page.group} is no reference within the module that guests may read`]),
  ];
}

/** Members are no role of the product: their access is the same for each of them. */
const MEMBER: Actor = { ...GUEST, kind: 'member', name: 'member', id: 1 };

/** In the member center, members write what the definition lets them write, and read their own rows. */
function memberPageProblems(page: ModulePage, index: number, entities: readonly AnyEntity[]): readonly string[] {
  const entity = entities.find(({ name }) => name === page.entity);
  if (page.member === undefined || entity === undefined) return [];
  const { form, state } = page.member;
  const path = `${PAGES_FILE}.${index}.member`;
  const names = (columns: readonly Column[]) => new Set(columns.map(({ name }) => name));
  const [readable, writable] = [names(readableColumns(MEMBER, entity)), names(writableColumns(MEMBER, entity))];
  const kindOf = (name: string) => entity.spec.fields[name]?.kind ?? '';
  return [
    ...(canUse(MEMBER, entity, 'create') && canUse(MEMBER, entity, 'read')
      ? []
      : [`${path}: members must be able to add and read rows of ${entity.name}`]),
    ...form.flatMap((name) =>
      writable.has(name) && kindOf(name) === 'text' ? [] : [`${path}: ${name} is no text that members can write`],
    ),
    ...(state === undefined || (readable.has(state) && kindOf(state) === 'choice')
      ? []
      : [`${path}: ${state} is no choice that members can read`]),
  ];
}

const repeated = (names: readonly string[]): readonly string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

/** Reads the parts from parsed JSON files; `problems` collects what is wrong with them. */
export function readPackageParts(
  parsed: ReadonlyMap<string, unknown>,
  entities: readonly AnyEntity[],
  problems: string[],
): PackageParts {
  const read = <T>(path: string, parse: (value: unknown) => { value: T } | { problems: readonly string[] }) => {
    if (!parsed.has(path)) return undefined;
    const result = parse(parsed.get(path));
    if ('value' in result) return result.value;
    problems.push(...result.problems);
    return undefined;
  };
  const folder = read(MENU_FILE, parseMenuFolder);
  const pages = read(PAGES_FILE, parseModulePages) ?? [];
  const dashboards = read(DASHBOARDS_FILE, parseModuleDashboards) ?? [];
  problems.push(
    ...(folder === undefined ? [] : folderProblems(folder, entities)),
    ...pages.flatMap((page, index) => pageProblems(page, index, entities)),
    ...pages.flatMap((page, index) => memberPageProblems(page, index, entities)),
    ...repeated(pages.map(({ path }) => path)).map((path) => `${PAGES_FILE}: the path ${path} is used twice`),
    ...repeated(dashboards.map(({ key }) => key)).map((key) => `${DASHBOARDS_FILE}: the key ${key} is used twice`),
  );
  return { ...(folder === undefined ? {} : { folder }), pages, dashboards };
}
