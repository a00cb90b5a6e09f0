/** Who may import whom: no cycles, imports point down the floors, no hubs. `npm run floors` prints each offending edge. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Path from the root → source text. */
export type Tree = ReadonlyMap<string, string>;

interface Import {
  readonly to: string;
  readonly typeOnly: boolean;
}
interface Edge extends Import {
  readonly from: string;
}

/** The only `index.ts` files there may be: tables that list their neighbours. */
const allowedIndexFiles = [
  'common/entities/index.ts',
  'common/locales/index.ts',
  'client/engine/fieldTypes/index.ts',
  'client/admin/overrides/index.ts',
  'server/hooks/index.ts',
];

/** Lower floors first; a file may import its own floor and those below. */
const layers = {
  common: [['text', ''], ['entity'], ['entities', 'protocol'], ['live']],
  server: [
    ['platform'],
    ['access'],
    ['live'],
    ['engine'],
    ['hooks'],
    ['modules'],
    ['db'],
    [''],
    ['journeys', 'testing', 'bench', 'proof'],
  ],
  client: [['ui'], ['shared'], ['engine'], ['admin', 'member', 'site'], ['journeys', 'testing', 'proof']],
} as const;

type SourceRoot = keyof typeof layers;

export const isTest = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || /^(common|server|client)\/(journeys|testing|bench|proof)\//.test(path);

/** Every sentence names one thing that is wrong; an empty list is a sound house. */
export function checkImportRules(tree: Tree): string[] {
  const problems: string[] = [];
  const edges: Edge[] = [];
  for (const [from, source] of tree) {
    const file = ts.createSourceFile(
      from,
      source,
      ts.ScriptTarget.Latest,
      false,
      from.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    );
    if (/(^|\/)index\.tsx?$/.test(from) && !allowedIndexFiles.includes(from))
      problems.push(`${from}: an index file that is no table`);
    if (file.statements.some(isExportStar)) problems.push(`${from}: export * makes a hub`);
    for (const importFound of importsOf(file)) {
      const to = resolveImport(tree, from, importFound.to);
      if (to !== null) edges.push({ from, to, typeOnly: importFound.typeOnly });
      else if (isForeignInCommon(from, importFound.to))
        problems.push(`${from} → ${importFound.to}: common imports nothing but itself`);
    }
  }
  for (const edge of edges) {
    const reason = forbiddenReason(edge);
    if (reason !== null) problems.push(`${edge.from} → ${edge.to}: ${reason}`);
  }
  return [...problems, ...findCycles(edges)].sort();
}

const isExportStar = (node: ts.Statement): boolean =>
  ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined && node.exportClause === undefined;

const isForeignInCommon = (from: string, specifier: string): boolean =>
  from.startsWith('common/') && !isTest(from) && !specifier.startsWith('.');

function importsOf(file: ts.SourceFile): Import[] {
  const importFound: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    )
      importFound.push({ to: node.moduleSpecifier.text, typeOnly: isTypeOnly(node) });
    const [argument] =
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments : [];
    if (argument && ts.isStringLiteralLike(argument)) importFound.push({ to: argument.text, typeOnly: false });
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal))
      importFound.push({ to: node.argument.literal.text, typeOnly: true });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return importFound;
}

const isTypeOnly = (node: ts.ImportDeclaration | ts.ExportDeclaration): boolean =>
  ts.isExportDeclaration(node) ? node.isTypeOnly : node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;

function resolveImport(tree: Tree, from: string, specifier: string): string | null {
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
  return candidates.find((name) => tree.has(name)) ?? null;
}

function forbiddenReason(edge: Edge): string | null {
  const [from, to] = [edge.from.split('/'), edge.to.split('/')];
  if (to[0] === 'config') return configImportReason(edge);
  if (from[0] === 'config' || !isSourceRoot(from[0]) || !isSourceRoot(to[0])) return null;
  if (from[0] !== to[0]) return crossRootReason(edge, from[0], to[0]);
  if (isTest(edge.to) && !isTest(edge.from)) return 'the product must not import its tests';
  if (isTest(edge.from)) return null;
  return siblingImportReason(from[0], from, to) ?? upwardImportReason(from[0], from, to, edge);
}

const isSourceRoot = (name: string | undefined): name is SourceRoot =>
  name !== undefined && Object.hasOwn(layers, name);

function configImportReason({ from, typeOnly }: Edge): string | null {
  const allowedImporters =
    /^(server\/(main|cli)\.ts|client\/(admin|member|site)\/main\.tsx?|config\/.*|jest\.config\.ts)$/;
  if (allowedImporters.test(from) || isTest(from)) return null;
  return from.startsWith('server/') && typeOnly
    ? null
    : 'config is read by the entries, the tools and the tests, and handed on';
}

function crossRootReason(edge: Edge, from: SourceRoot, to: SourceRoot): string | null {
  if (from === 'common') return 'common imports nothing but itself';
  if (to === 'common')
    return /\/engine\//.test(edge.from) && edge.to.startsWith('common/entities/') && !isTest(edge.from)
      ? 'the engine is handed its entities'
      : null;
  const startsServer =
    /^client\/(testing|journeys|proof)\//.test(edge.from) && /^server\/(testing|proof)\//.test(edge.to);
  return startsServer ? null : 'client and server never meet';
}

function siblingImportReason(sourceRoot: SourceRoot, from: readonly string[], to: readonly string[]): string | null {
  if (sourceRoot === 'server' && from[1] === 'modules' && to[1] === 'modules' && from[2] !== to[2])
    return 'modules do not import modules';
  const apps = ['admin', 'member', 'site'];
  if (sourceRoot === 'client' && from[1] !== to[1] && apps.includes(from[1] ?? '') && apps.includes(to[1] ?? ''))
    return 'apps do not import apps';
  const isBetweenScreens = sourceRoot === 'client' && from[2] === 'screens' && to[2] === 'screens';
  return isBetweenScreens && from[3] !== to[3] ? 'screens do not import screens' : null;
}

function upwardImportReason(
  sourceRoot: SourceRoot,
  from: readonly string[],
  to: readonly string[],
  edge: Edge,
): string | null {
  if (sourceRoot === 'common' && to[1] === 'locales') return null;
  if (sourceRoot === 'common' && from[1] === 'locales') return to[1] === 'entities' ? 'words know no nouns' : null;
  // The Kit is types only: what every floor is handed, described in one place.
  if (edge.to === 'server/context.ts' && edge.typeOnly) return null;
  const [ownLayer, targetLayer] = [layerOf(sourceRoot, from), layerOf(sourceRoot, to)];
  if (ownLayer < 0 || targetLayer < 0) return `unknown floor ${ownLayer < 0 ? edge.from : edge.to}`;
  return targetLayer > ownLayer ? `${to[1] ?? sourceRoot} lies above ${from[1] ?? sourceRoot}` : null;
}

/** Files directly in a house stand on the floor ''. */
const layerOf = (sourceRoot: SourceRoot, path: readonly string[]): number => {
  const name = path.length === 2 ? '' : (path[1] ?? '');
  return layers[sourceRoot].findIndex((folders: readonly string[]) => folders.includes(name));
};

/** One cycle of each knot is enough to show where to cut. */
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

export function readTree(root: string): Tree {
  const tree = new Map<string, string>();
  for (const sourceRoot of ['common', 'server', 'client', 'config'])
    for (const file of readdirSync(join(root, sourceRoot), { recursive: true, encoding: 'utf8' })) {
      const path = posix.join(sourceRoot, ...file.split(/[\\/]/));
      if (/\.(tsx?|mjs)$/.test(path)) tree.set(path, readFileSync(join(root, path), 'utf8'));
    }
  return tree;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tree = readTree(join(dirname(fileURLToPath(import.meta.url)), '..'));
  const problems = checkImportRules(tree);
  process.stdout.write(
    problems.length === 0 ? `${tree.size} files stand on their floors.\n` : `${problems.join('\n')}\n`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
