/** The parts of a package besides entities, seed rows and assets: `menu.json`, `pages.json` and `dashboards.json`. */
import { canUse, GUEST, readableColumns, writableColumns, type Actor } from '../../../common/entity/access';
import type { DefinitionProblem } from '../../../common/definition/definitionProblem';
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
import type { LocalizedText } from '../../../common/modules/review';
import { definitionText, packageProblem } from './packageProblem';

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

function folderProblems({ name }: MenuFolder, entities: readonly AnyEntity[]): readonly LocalizedText[] {
  return entities.some(({ spec }) => spec.menu === name) ? [] : [packageProblem('menu_unused', MENU_FILE, { name })];
}

/** A page shows only what guests may read of an entity of the module. */
function pageProblems(page: ModulePage, index: number, entities: readonly AnyEntity[]): readonly LocalizedText[] {
  const path = `${PAGES_FILE}.${index}`;
  const entity = entities.find(({ name }) => name === page.entity);
  if (entity === undefined) return [packageProblem('page_entity', path)];
  const readable = new Set(readableColumns(GUEST, entity).map(({ name }) => name));
  const texts = [page.heading, page.body, ...(page.note === undefined ? [] : [page.note])];
  const field = (name: string) => (Object.hasOwn(entity.spec.fields, name) ? entity.spec.fields[name] : undefined);
  return [
    ...texts.flatMap((name) =>
      readable.has(name) && TEXT_KINDS.includes(field(name)?.kind ?? '')
        ? []
        : [packageProblem('page_text', path, { name })],
    ),
    ...(page.group === undefined ||
    (readable.has(page.group) && entities.some(({ name }) => name === field(page.group ?? '')?.options.to))
      ? []
      : [packageProblem('page_group', path, { name: page.group })]),
  ];
}

/** Members have no role groups: all have the same access. */
const MEMBER: Actor = { ...GUEST, kind: 'member', name: 'member', id: 1 };

/** In the member center, members write what the definition lets them write, and read their own rows. */
function memberPageProblems(page: ModulePage, index: number, entities: readonly AnyEntity[]): readonly LocalizedText[] {
  const entity = entities.find(({ name }) => name === page.entity);
  if (page.member === undefined || entity === undefined) return [];
  const { form, state } = page.member;
  const path = `${PAGES_FILE}.${index}.member`;
  const names = (columns: readonly Column[]) => new Set(columns.map(({ name }) => name));
  const [readable, writable] = [names(readableColumns(MEMBER, entity)), names(writableColumns(MEMBER, entity))];
  const getKind = (name: string) => entity.spec.fields[name]?.kind ?? '';
  return [
    ...(canUse(MEMBER, entity, 'create') && canUse(MEMBER, entity, 'read')
      ? []
      : [packageProblem('member_access', path, { name: entity.name })]),
    ...form.flatMap((name) =>
      writable.has(name) && getKind(name) === 'text' ? [] : [packageProblem('member_text', path, { name })],
    ),
    ...(state === undefined || (readable.has(state) && getKind(state) === 'choice')
      ? []
      : [packageProblem('member_state', path, { name: state })]),
  ];
}

const repeated = (names: readonly string[]): readonly string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

/** Reads the parts from parsed JSON files; adds their problems to `problems`. */
export function readPackageParts(
  parsed: ReadonlyMap<string, unknown>,
  entities: readonly AnyEntity[],
  problems: LocalizedText[],
): PackageParts {
  const read = <T>(
    path: string,
    parse: (value: unknown) => { value: T } | { problems: readonly DefinitionProblem[] },
  ) => {
    if (!parsed.has(path)) return undefined;
    const result = parse(parsed.get(path));
    if ('value' in result) return result.value;
    problems.push(...result.problems.map((problem) => definitionText(problem)));
    return undefined;
  };
  const folder = read(MENU_FILE, parseMenuFolder);
  const pages = read(PAGES_FILE, parseModulePages) ?? [];
  const dashboards = read(DASHBOARDS_FILE, parseModuleDashboards) ?? [];
  problems.push(
    ...(folder === undefined ? [] : folderProblems(folder, entities)),
    ...pages.flatMap((page, index) => pageProblems(page, index, entities)),
    ...pages.flatMap((page, index) => memberPageProblems(page, index, entities)),
    ...repeated(pages.map(({ path }) => path)).map((name) => packageProblem('path_twice', PAGES_FILE, { name })),
    ...repeated(dashboards.map(({ key }) => key)).map((name) => packageProblem('key_twice', DASHBOARDS_FILE, { name })),
  );
  return { ...(folder === undefined ? {} : { folder }), pages, dashboards };
}
