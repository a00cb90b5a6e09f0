/** Finds the node a mutant changes: by exported name, function name and the kind of the node, never by source text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Replaces the characters from `start` to `end` of a source file by `text`. */
export interface SourceEdit {
  /** Path from the repository root. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
/** The nodes below a node that have a certain shape, in source order. */
export type Search = (root: ts.Node) => readonly ts.Node[];

const FOLDERS = ['common', 'server', 'client'];
const isProduct = (path: string): boolean =>
  /\.tsx?$/.test(path) &&
  !/\.(test|d)\.tsx?$/.test(path) &&
  !/^(server|client)\/(testing|journeys|bench|proof)\//.test(path);

let productFiles: readonly string[] | undefined;
/** Paths of all product sources, from the repository root. */
const listProductFiles = (): readonly string[] =>
  (productFiles ??= FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  ).filter(isProduct));

export const parseSourceFile = (file: string, text = readFileSync(file, 'utf8')): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
const exportedNames = (file: ts.SourceFile): readonly string[] =>
  file.statements.filter(isExported).flatMap((node) => {
    if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return node.name?.text ?? [];
    return ts.isVariableStatement(node) ? node.declarationList.declarations.map(({ name }) => name.getText()) : [];
  });

function expectSingle<T>(found: readonly T[], what: string): T {
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`found ${found.length} times instead of once: ${what}`);
  return first;
}

/** The product file that exports a function, class or constant of this name. Throws unless there is exactly one. */
export function findFileExporting(name: string): ts.SourceFile {
  const declaration = new RegExp(`^export (?:async )?(?:function\\*?|class|const) ${name}\\b`, 'm');
  const files = listProductFiles().filter((file) => declaration.test(readFileSync(file, 'utf8')));
  const sources = files.map((file) => parseSourceFile(file)).filter((file) => exportedNames(file).includes(name));
  return expectSingle(sources, `a file that exports ${name}`);
}

/** The function, method or constant of this name in a file. Throws unless there is exactly one. */
export function findDeclaration(file: ts.SourceFile, name: string): ts.Node {
  const isNamed = (node: ts.Node): boolean =>
    (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node) || ts.isMethodDeclaration(node)) &&
    node.name?.getText() === name;
  return expectSingle(findNodes(isNamed)(file), `${name} in ${file.fileName}`);
}

/** Every node of a kind below a node. */
export const findNodes =
  (matches: (node: ts.Node) => boolean): Search =>
  (root) => {
    const found: ts.Node[] = [];
    const visit = (node: ts.Node): void => {
      if (matches(node)) found.push(node);
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(root, visit);
    return found;
  };

/** Calls of a function or method of this name. */
export const findCalls = (name: string): Search =>
  findNodes((node) => ts.isCallExpression(node) && lastName(node.expression) === name);

/** The last identifier of `a.b.c`, i.e. `c`. */
export function lastName(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) ? node.name.text : undefined;
}

/** Values of the properties of this name in object literals. */
export const getValues =
  (property: string): Search =>
  (root) =>
    findNodes((node) => ts.isPropertyAssignment(node) && node.name.getText() === property)(root).map(
      (node) => (node as ts.PropertyAssignment).initializer,
    );

/** `if` statements whose condition compares with `<`. */
export const ifStatementsWithLessThan: Search = findNodes(
  (node) =>
    ts.isIfStatement(node) &&
    ts.isBinaryExpression(node.expression) &&
    node.expression.operatorToken.kind === ts.SyntaxKind.LessThanToken,
);
export const ifStatements: Search = findNodes(ts.isIfStatement);
export const conditionalExpressions: Search = findNodes(ts.isConditionalExpression);
/** String literals that hold a text. */
export const stringsWith = (text: string): Search =>
  findNodes((node) => ts.isStringLiteralLike(node) && node.text.includes(text));

/** The first of the found nodes. */
export const firstMatch =
  (search: Search): Search =>
  (root) =>
    search(root).slice(0, 1);

/** The statement around each found node. */
export const getStatement =
  (search: Search): Search =>
  (root) =>
    search(root).map((node) => {
      let statement = node;
      while (!ts.isStatement(statement)) statement = statement.parent;
      return statement;
    });

/** Found nodes of one kind; throws where a node has another one. */
export function expectKind<T extends ts.Node>(node: ts.Node | undefined, is: (node: ts.Node) => node is T): T {
  if (node === undefined || !is(node))
    throw new Error(`another kind of node than expected: ${node === undefined ? 'none' : node.getText()}`);
  return node;
}

/** An edit that replaces a node by a text. Throws where nothing would change. */
export function replaceNode(node: ts.Node, text: string): SourceEdit {
  const file = node.getSourceFile();
  if (text === node.getText()) throw new Error(`nothing changes in ${file.fileName}: ${text}`);
  return { file: file.fileName, start: node.getStart(), end: node.getEnd(), text };
}

export const applyEdit = (source: string, { start, end, text }: SourceEdit): string =>
  source.slice(0, start) + text + source.slice(end);

/** The one node that a search finds in a declaration of a file. Throws unless there is exactly one. */
export const findNode = (exported: string, declaration: string, search: Search): ts.Node =>
  expectSingle(
    search(findDeclaration(findFileExporting(exported), declaration)),
    `the node of a mutant in ${declaration}, beside ${exported}`,
  );
