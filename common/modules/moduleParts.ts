/** Parts of a module besides its entities: a menu folder, pages of the public site, dashboards. The format of packages and of the module's row. */
import { jsonGuard, listGuard, objectGuard, oneOfGuard, textGuard, type JsonGuard } from '../definition/jsonGuards';
import { definitionProblem, type DefinitionProblem } from '../definition/definitionProblem';
import { asRecord, asStringList, isObject } from '../json';
import { parseCards, type DashboardCard } from '../live/dashboardCards';
import type { LocalizedText } from './review';

/** The folder of a module in the console's menu. Its entities name it as their `menu`. */
export interface MenuFolder {
  readonly name: string;
  readonly icon: string;
  readonly title: LocalizedText;
}

/** Layouts of a page of the public site: questions that unfold (accordion), or entries below each other. */
const PAGE_LAYOUTS = ['questions', 'entries'] as const;
/** The same page in the member center: members write rows there, and see their own. */
export interface MemberPage {
  readonly icon: string;
  /** The text fields that members fill in. */
  readonly form: readonly string[];
  /** The choice that says what became of a row. */
  readonly state?: string;
}
/** A page of the public site that lists the published rows of one entity. */
export interface ModulePage {
  /** The address of the page is `/<path>`. */
  readonly path: string;
  readonly entity: string;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
  readonly layout: (typeof PAGE_LAYOUTS)[number];
  /** The field above each row, and the one below it. */
  readonly heading: string;
  readonly body: string;
  /** A second text, such as a reply. */
  readonly note?: string;
  /** The reference by which the rows are grouped. */
  readonly group?: string;
  readonly member?: MemberPage;
}

/** A dashboard that a package brings. It is hidden until staff show it. */
export interface ModuleDashboard {
  readonly key: string;
  readonly title: LocalizedText;
  readonly cards: readonly DashboardCard[];
}

const PART_LIMITS = { pages: 5, dashboards: 5, form: 10 } as const;

const matching =
  (isValid: (text: string) => boolean): JsonGuard =>
  (value, path) =>
    typeof value === 'string' && isValid(value) ? [] : [definitionProblem('module_part_name', { path })];
const isName = (text: string): boolean => /^[a-z][a-z0-9_]{0,39}$/.test(text);
/** Whether a text can be the address of a page of a module: lower-case words joined by hyphens. */
const isPagePath = (text: string): boolean => text.length <= 60 && /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(text);

const nameGuard = matching(isName);
const localizedGuard = (max: number) => objectGuard({ en: textGuard(max), 'zh-cn': textGuard(max) });
const folderGuard = objectGuard({ name: nameGuard, icon: nameGuard, title: localizedGuard(50) });
const memberGuard = objectGuard(
  { icon: nameGuard, form: listGuard(nameGuard, PART_LIMITS.form) },
  { state: nameGuard },
);
const pageGuard = objectGuard(
  {
    path: matching(isPagePath),
    entity: nameGuard,
    title: localizedGuard(60),
    description: localizedGuard(300),
    layout: oneOfGuard(...PAGE_LAYOUTS),
    heading: nameGuard,
    body: nameGuard,
  },
  { note: nameGuard, group: nameGuard, member: memberGuard },
);
const cardsGuard: JsonGuard = (value, path) =>
  parseCards(value) === undefined ? [definitionProblem('module_cards', { path })] : [];
/** The title of a dashboard in both languages, or, as older packages have it, one text for both. */
const dashboardTitleGuard: JsonGuard = (value, path) =>
  (typeof value === 'string' ? textGuard(40) : localizedGuard(40))(value, path);
const dashboardGuard = objectGuard({ key: nameGuard, title: dashboardTitleGuard, cards: cardsGuard });

type Parsed<T> = { readonly value: T } | { readonly problems: readonly DefinitionProblem[] };
function parse<T>(guard: JsonGuard, value: unknown, path: string): Parsed<T> {
  const problems = [...jsonGuard(value, path), ...guard(value, path)];
  return problems.length > 0 ? { problems } : { value: value as T }; // the guards checked its form
}

/** Checks the file `menu.json` of a package. */
export const parseMenuFolder = (value: unknown): Parsed<MenuFolder> => parse(folderGuard, value, 'menu');
/** Checks the file `pages.json` of a package. */
export const parseModulePages = (value: unknown): Parsed<readonly ModulePage[]> =>
  parse(listGuard(pageGuard, PART_LIMITS.pages), value, 'pages');
type PackedDashboard = Omit<ModuleDashboard, 'title'> & { readonly title: string | LocalizedText };
/** Checks the file `dashboards.json` of a package. Unknown keys of cards are dropped. */
export function parseModuleDashboards(value: unknown): Parsed<readonly ModuleDashboard[]> {
  const parsed = parse<readonly PackedDashboard[]>(
    listGuard(dashboardGuard, PART_LIMITS.dashboards),
    value,
    'dashboards',
  );
  if ('problems' in parsed) return parsed;
  return {
    value: parsed.value.map(({ title, cards, ...dashboard }) => ({
      ...dashboard,
      title: typeof title === 'string' ? { en: title, 'zh-cn': title } : title,
      cards: parseCards(cards) ?? [],
    })),
  };
}

/** A menu rule that was made for a module, with the name it was made with: staff can change its name. */
export interface OwnRule {
  readonly id: number;
  readonly name: string;
}

/** The parts of the version that is installed, as the row of the module keeps them. */
export interface InstalledParts {
  /** The id of the menu rule of its folder; null without a folder of its own. */
  readonly folderRule: number | null;
  readonly pages: readonly ModulePage[];
  /** The ids of its dashboards by their key. */
  readonly boards: Readonly<Record<string, number>>;
  /** Paths of files that existed before the module and were kept: uninstalling leaves them. */
  readonly keptFiles: readonly string[];
  /** The menu rules that were made for it, also those in the recycle bin. Rules of staff are not among them, whatever their names. */
  readonly rules: readonly OwnRule[];
}
const NO_PARTS: InstalledParts = { folderRule: null, pages: [], boards: {}, keptFiles: [], rules: [] };

const parseRules = (value: unknown): readonly OwnRule[] =>
  Array.isArray(value)
    ? value.map(asRecord).flatMap((rule) => {
        const [id, name] = [rule?.['id'], rule?.['name']];
        return typeof id === 'number' && typeof name === 'string' ? [{ id, name }] : [];
      })
    : [];

/** Parses the column `parts` of a module; what cannot be read is absent. */
export function parseInstalledParts(stored: unknown): InstalledParts {
  if (!isObject(stored)) return NO_PARTS;
  const pages = parseModulePages(stored['pages']);
  const folderRule = Number(stored['folderRule'] ?? 0);
  const boards = Object.entries(asRecord(stored['boards']) ?? {}).map(([key, id]) => [key, Number(id)] as const);
  return {
    folderRule: folderRule > 0 ? folderRule : null,
    pages: 'value' in pages ? pages.value : [],
    boards: Object.fromEntries(boards),
    keptFiles: asStringList(stored['keptFiles']),
    rules: parseRules(stored['rules']),
  };
}
