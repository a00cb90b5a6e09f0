/** The review of a package before its installation: its changes, blocking problems, and conflicts that need a decision. */

/** A text in the languages of the product. */
export interface LocalizedText {
  readonly en: string;
  readonly 'zh-cn': string;
}
/** The choices for each kind of conflict; the first is the default. */
export const CONFLICT_CHOICES = {
  /** Somebody designed an entity of the same name: the module takes it over with its rows, or uses it as it is. */
  entity: ['adopt', 'keep'],
  /** A menu rule of the same name exists: it goes to the recycle bin, or it stays in place of the module's. */
  menu: ['replace', 'keep'],
  /** A menu folder of the same name exists: the entries of the module join it, or its entries move to the folder of the module. */
  folder: ['join', 'replace'],
  /** Rows of an earlier installation are archived: they come back, or the module starts without them. */
  archive: ['restore', 'fresh'],
  /** A file of the same name has another content. */
  file: ['replace', 'keep'],
} as const;
export type ConflictKind = keyof typeof CONFLICT_CHOICES;

export interface ModuleConflict {
  /** Names the conflict in `choices`. */
  readonly key: string;
  readonly kind: ConflictKind;
  /** The table, menu rule or file. */
  readonly subject: string;
  /** The label of the table that exists already, for kinds that concern one. */
  readonly label?: LocalizedText;
  /** Rows that are concerned, for kinds that concern rows. */
  readonly count: number;
}
export type ConflictChoices = Readonly<Record<string, string>>;

/** Reasons for which a package cannot be installed here. */
export const BLOCK_CODES = [
  'product_version',
  'module_missing',
  'needed_version',
  'dependencies_off',
  'name_taken',
  'table_exists',
  'of_module',
  'definition',
  'permission',
  'page_taken',
] as const;
export interface BlockedReason {
  readonly code: (typeof BLOCK_CODES)[number];
  /** The subject of the conflict, and a detail. */
  readonly subject: string;
  readonly detail: string;
  /** The detail as sentences. */
  readonly text?: LocalizedText;
}

/** A program of the package, shown before it is installed. */
export interface PackagedCode {
  readonly path: string;
  readonly source: string;
}

export interface ChangedEntity {
  readonly name: string;
  readonly change: 'created' | 'changed' | 'removed' | 'unchanged';
  readonly label: LocalizedText;
}
/** The whole review of the package that waits. */
export interface ModuleReview {
  readonly id: number;
  readonly uid: string;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
  readonly author: string;
  readonly signer: string;
  readonly version: string;
  /** The installed version; empty for a new module. */
  readonly installedVersion: string;
  /** Who signed the installed version; empty for a new module. */
  readonly installedSigner: string;
  /** Set when the market source changes with this package: the former and the new one; empty for an uploaded file. */
  readonly changedSource?: { readonly before: string; readonly after: string };
  readonly permissions: readonly string[];
  /** Permissions that the installed version does not request. */
  readonly newPermissions: readonly string[];
  readonly entities: readonly ChangedEntity[];
  readonly seedRows: number;
  readonly assets: number;
  /** Code that would run on the server or in the browsers of staff. */
  readonly code: readonly PackagedCode[];
  /** npm packages that its hooks import: name and exact version. */
  readonly dependencies: readonly string[];
  /** The folder that it adds to the menu. */
  readonly folder?: LocalizedText;
  /** The pages that it adds to the public site, by their path. */
  readonly pages: readonly { readonly path: string; readonly title: LocalizedText }[];
  readonly dashboards: readonly LocalizedText[];
  readonly conflicts: readonly ModuleConflict[];
  readonly blocked: readonly BlockedReason[];
}

/** The conflicts that no choice decides yet. */
export const undecidedConflicts = (
  conflicts: readonly ModuleConflict[],
  choices: ConflictChoices,
): readonly ModuleConflict[] =>
  conflicts.filter(({ key, kind }) => !CONFLICT_CHOICES[kind].some((choice) => choice === choices[key]));
