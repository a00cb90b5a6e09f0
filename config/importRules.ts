/**
 * Rules for imports between files: no cycles, imports point to the same or a lower layer, no two folders with one parent import each
 * other, no file that only re-exports others. `npm run imports` prints each import that breaks a rule.
 */
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { isTestPath, parseSource, readSourceFiles, reportProblems, type SourceFiles } from './sourceFiles';

interface Import {
  readonly to: string;
  readonly typeOnly: boolean;
}
interface Edge extends Import {
  readonly from: string;
}

/** The only `index.ts` files: tables that list the files of their folder. */
const allowedIndexFiles = [
  'common/entities/index.ts',
  'common/locales/index.ts',
  'client/engine/fieldTypes/index.ts',
  'client/admin/overrides/index.ts',
  'server/hooks/index.ts',
];

/** Lower layers first; a file may import its own layer and those below. Files directly in a root folder are the layer ''. */
const layers = {
  common: [
    ['text', ''],
    ['entity'],
    ['query'],
    ['protocol'],
    ['locales'],
    ['definition'],
    ['entities'],
    ['live', 'site', 'designer', 'imports', 'modules'],
  ],
  server: [
    ['platform'],
    ['access'],
    ['live'],
    ['engine'],
    ['hooks'],
    ['modules'],
    ['db'],
    ['designer'],
    ['installer', 'imports', 'bulkJobs'],
    ['market'],
    ['compat'],
    [''],
    ['testing'],
    ['journeys', 'bench', 'proof'],
  ],
  client: [['ui'], ['shared'], ['engine'], ['admin', 'member', 'site'], ['testing'], ['journeys', 'proof']],
} as const;

type SourceRoot = keyof typeof layers;

/** Pairs of folders with one parent that may import each other, and why. */
const allowedMutualFolders: Readonly<Record<string, string>> = {};

/** Pairs that still import each other. The list only ever gets shorter. */
const mutualFoldersToCut: readonly string[] = [];

/** Folders that may hold more than 25 source files, and why. */
const largeFolders: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^common\/entities$/, 'a table of entities'],
  [/^common\/locales\/[\w-]+$/, 'a table of texts'],
  [/^server\/db\/migrations$/, 'a table of migrations'],
];
const MAX_FILES_PER_FOLDER = 25;
/** Folders that still hold more, with their number of files. The numbers only ever fall. */
const largeFoldersToSplit: Readonly<Record<string, number>> = {};

/** Returns one sentence for each import, folder or file that breaks a rule. */
export function checkImportRules(files: SourceFiles): string[] {
  const problems: string[] = [];
  const edges: Edge[] = [];
  for (const [from, source] of files) {
    const file = parseSource(from, source);
    if (/(^|\/)index\.tsx?$/.test(from) && !allowedIndexFiles.includes(from))
      problems.push(`${from}: only tables may be index files`);
    if (file.statements.some(isExportStar)) problems.push(`${from}: export * hides where a name comes from`);
    for (const found of getImports(file)) {
      const to = resolveImport(files, from, found.to);
      if (to !== null) edges.push({ from, to, typeOnly: found.typeOnly });
      else if (isForeignInCommon(from, found.to))
        problems.push(`${from} → ${found.to}: common imports only itself, no packages`);
    }
  }
  for (const edge of edges) {
    const reason = forbiddenReason(edge);
    if (reason !== null) problems.push(`${edge.from} → ${edge.to}: ${reason}`);
  }
  return [...problems, ...findCycles(edges), ...mutualFolderProblems(edges), ...largeFolderProblems(files)].sort();
}

/** Both folders below the deepest folder that two files share, or undefined when one file is directly in it. */
function siblingFolders(from: string, to: string): readonly [string, string] | undefined {
  const [a, b] = [posix.dirname(from).split('/'), posix.dirname(to).split('/')];
  let depth = 0;
  while (depth < a.length && depth < b.length && a[depth] === b[depth]) depth += 1;
  if (depth === a.length || depth === b.length) return undefined;
  return [a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')];
}

/** Pairs of folders with one parent whose files import each other, tests excluded, with an import of the rarer direction. */
export function findMutualFolders(edges: readonly Pick<Edge, 'from' | 'to'>[]): ReadonlyMap<string, string> {
  const byPair = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const pair = isTestPath(from) || isTestPath(to) ? undefined : siblingFolders(from, to);
    if (pair) byPair.set(pair.join(' → '), [...(byPair.get(pair.join(' → ')) ?? []), `${from} → ${to}`]);
  }
  const mutual = new Map<string, string>();
  for (const [direction, imports] of byPair) {
    const [a = '', b = ''] = direction.split(' → ');
    const opposite = byPair.get(`${b} → ${a}`);
    if (opposite === undefined || a > b) continue;
    const [example = ''] = opposite.length < imports.length ? opposite : imports;
    mutual.set(`${a} <-> ${b}`, example);
  }
  return mutual;
}

const mutualFolderProblems = (edges: readonly Edge[]): readonly string[] =>
  [...findMutualFolders(edges)].flatMap(([pair, example]) =>
    pair in allowedMutualFolders || mutualFoldersToCut.includes(pair)
      ? []
      : [`${pair}: folders with one parent import each other, e.g. ${example}`],
  );

function largeFolderProblems(files: SourceFiles): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of files.keys()) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) => {
    if (largeFolders.some(([pattern]) => pattern.test(folder))) return [];
    const limit = largeFoldersToSplit[folder] ?? MAX_FILES_PER_FOLDER;
    return count > limit ? [`${folder}: holds ${count} files; ${limit} are allowed`] : [];
  });
}

const isExportStar = (node: ts.Statement): boolean =>
  ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined && node.exportClause === undefined;

const isForeignInCommon = (from: string, specifier: string): boolean =>
  from.startsWith('common/') && !isTestPath(from) && !specifier.startsWith('.');

function getImports(file: ts.SourceFile): Import[] {
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    )
      imports.push({ to: node.moduleSpecifier.text, typeOnly: isTypeOnly(node) });
    const [argument] =
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments : [];
    if (argument && ts.isStringLiteralLike(argument)) imports.push({ to: argument.text, typeOnly: false });
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal))
      imports.push({ to: node.argument.literal.text, typeOnly: true });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return imports;
}

const isTypeOnly = (node: ts.ImportDeclaration | ts.ExportDeclaration): boolean =>
  ts.isExportDeclaration(node) ? node.isTypeOnly : node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;

function resolveImport(files: SourceFiles, from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  const path = posix.join(posix.dirname(from), specifier);
  const candidates = [
    path,
    `${path}.ts`,
    `${path}.tsx`,
    `${path}.mjs`,
    `${path}/index.ts`,
    path.replace(/\.js$/, '.ts'),
  ];
  return candidates.find((name) => files.has(name)) ?? null;
}

function forbiddenReason(edge: Edge): string | null {
  const [from, to] = [edge.from.split('/'), edge.to.split('/')];
  if (to[0] === 'config') return configImportReason(edge);
  if (from[0] === 'config' || !isSourceRoot(from[0]) || !isSourceRoot(to[0])) return null;
  const testReason = isTestPath(edge.to) ? testImportReason(edge, from[1], to[1]) : null;
  if (testReason !== null) return testReason;
  if (from[0] !== to[0]) return crossRootReason(edge, from[0], to[0]);
  if (isTestPath(edge.from)) return null;
  return siblingImportReason(from[0], from, to) ?? upwardImportReason(from[0], from, to, edge);
}

/** Tests import helpers of `testing`; journeys, proofs and benchmarks are imported by their own folder only. */
function testImportReason(edge: Edge, from: string | undefined, to: string | undefined): string | null {
  if (!isTestPath(edge.from)) return 'product code must not import test code';
  if (/\.test\.tsx?$/.test(edge.to)) return 'tests do not import tests';
  const topTestFolders = ['journeys', 'bench', 'proof'];
  return to !== from && topTestFolders.includes(to ?? '') ? `${to} is imported by nothing but itself` : null;
}

const isSourceRoot = (name: string | undefined): name is SourceRoot =>
  name !== undefined && Object.hasOwn(layers, name);

function configImportReason({ from, typeOnly }: Edge): string | null {
  const allowedImporters =
    /^(server\/(main|cli)\.ts|client\/(admin|member|site)\/main\.tsx?|config\/.*|jest\.config\.ts)$/;
  if (allowedImporters.test(from) || isTestPath(from)) return null;
  return from.startsWith('server/') && typeOnly
    ? null
    : 'only entry points, tools and tests import config; others receive its values as arguments';
}

function crossRootReason(edge: Edge, from: SourceRoot, to: SourceRoot): string | null {
  if (from === 'common') return 'common imports only itself';
  if (to === 'common')
    return /\/engine\//.test(edge.from) && edge.to.startsWith('common/entities/') && !isTestPath(edge.from)
      ? 'the engine receives entities from the registry and imports none'
      : null;
  const startsServer =
    /^client\/(testing|journeys|proof)\//.test(edge.from) && /^server\/(testing|proof)\//.test(edge.to);
  return startsServer ? null : 'client and server must not import each other';
}

function siblingImportReason(sourceRoot: SourceRoot, from: readonly string[], to: readonly string[]): string | null {
  if (sourceRoot === 'server' && from[1] === 'modules' && to[1] === 'modules' && from[2] !== to[2])
    return 'a module must not import another module';
  const apps = ['admin', 'member', 'site'];
  if (sourceRoot === 'client' && from[1] !== to[1] && apps.includes(from[1] ?? '') && apps.includes(to[1] ?? ''))
    return 'an app must not import another app';
  const isBetweenScreens = sourceRoot === 'client' && from[2] === 'screens' && to[2] === 'screens';
  return isBetweenScreens && from[3] !== to[3] ? 'a screen must not import another screen' : null;
}

function upwardImportReason(
  sourceRoot: SourceRoot,
  from: readonly string[],
  to: readonly string[],
  edge: Edge,
): string | null {
  // The files of common itself may name the texts of their kinds.
  if (sourceRoot === 'common' && from.length === 2 && to[1] === 'locales' && edge.typeOnly) return null;
  // Services and request context are types only, in one file for every layer.
  if (edge.to === 'server/context.ts' && edge.typeOnly) return null;
  const [ownLayer, targetLayer] = [getLayer(sourceRoot, from), getLayer(sourceRoot, to)];
  if (ownLayer < 0 || targetLayer < 0) return `${ownLayer < 0 ? edge.from : edge.to} is in no known layer`;
  return targetLayer > ownLayer ? `${to[1] ?? sourceRoot} is a higher layer than ${from[1] ?? sourceRoot}` : null;
}

const getLayer = (sourceRoot: SourceRoot, path: readonly string[]): number => {
  const name = path.length === 2 ? '' : (path[1] ?? '');
  return layers[sourceRoot].findIndex((folders: readonly string[]) => folders.includes(name));
};

/** Finds one cycle of each group of files that import each other in a circle. */
function findCycles(edges: readonly Edge[]): string[] {
  const importsByFile = new Map<string, string[]>();
  for (const { from, to } of edges) importsByFile.set(from, [...(importsByFile.get(from) ?? []), to]);
  const state = new Map<string, 'open' | 'closed'>();
  const cycles: string[] = [];
  const visitNode = (node: string, path: readonly string[]): void => {
    state.set(node, 'open');
    for (const to of importsByFile.get(node) ?? []) {
      if (state.get(to) === 'open') cycles.push(`cycle: ${[...path.slice(path.indexOf(to)), to].join(' → ')}`);
      else if (!state.has(to)) visitNode(to, [...path, to]);
    }
    state.set(node, 'closed');
  };
  for (const node of importsByFile.keys()) if (!state.has(node)) visitNode(node, [node]);
  return cycles;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = readSourceFiles();
  reportProblems(checkImportRules(files), `${files.size} files keep the import rules.`);
}
