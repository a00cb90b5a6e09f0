/**
 * A file can be found by the name of its main export. One export: it contains every word of the file's name, as
 * `createPollLoop` of `pollLoop.ts` does. Several: one of them shares a word with the file's name. `fileNameExceptions` lists
 * the other files and why they may stay.
 */
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { isTestPath, parseSource, readSourceFiles, reportProblems, type SourceFiles } from '../sourceFiles';

/** Pattern of a path → why the files may have other names. */
export const fileNameExceptions: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/(^|\/)index\.tsx?$/, 'a table of its folder'],
  [/\.d\.ts$/, 'declares types of other modules'],
  [/[rR]outes\.ts$/, 'exports register…Routes'],
  [/^server\/db\/migrations\//, 'named by its number in the order of migrations'],
  [/^(jest|config\/.*)\.config\.ts$/, 'named by its tool'],
  [/^common\/entities\/(ledger|shared)\.ts$/, 'parts that several entities share'],
  [/^common\/(json|entity\/access|protocol\/\w+)\.ts$/, 'a topic: guards, permissions, messages of the wire'],
  [/^server\/(access\/(crypto\/crypto|rbac\/rbac)|engine\/schema\/ddl|platform\/http\/cors)\.ts$/, 'a topic'],
  [/^server\/(hooks\/lookup|live\/log\/retention)\.ts$/, 'a topic'],
  [/^server\/db\/seeds\/demo\//, 'texts of the demo, by topic'],
  [/^client\/(member\/router|shared\/theme\/designTokens)\.tsx?$/, 'a topic'],
  [/^client\/engine\/fieldTypes\/\w+\.tsx$/, 'exports …FieldType for each of its field types'],
  [/^config\/(bundleSize|jest\/\w+)\.ts$/, 'a tool, named by what it checks'],
];

/** Number of files that may still break the rule. Lower it when files are renamed; it never rises. */
export const FILE_NAME_BASELINE = 14;

interface Exports {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** Names in `export { … }` and `export type { … }`. */
const getReexports = (statement: ts.Statement): readonly { readonly name: string; readonly isTypeOnly: boolean }[] =>
  ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)
    ? statement.exportClause.elements.map(({ name, isTypeOnly }) => ({
        name: name.text,
        isTypeOnly: isTypeOnly || statement.isTypeOnly,
      }))
    : [];

/** Names of the values and types that a module exports. */
function getExports(path: string, source: string): Exports {
  const values: string[] = [];
  const types: string[] = [];
  for (const statement of parseSource(path, source).statements) {
    for (const { name, isTypeOnly } of getReexports(statement)) (isTypeOnly ? types : values).push(name);
    if (!ts.canHaveModifiers(statement)) continue;
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    if (ts.isVariableStatement(statement))
      values.push(
        ...statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : [])),
      );
    if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name)
      values.push(statement.name.text);
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) types.push(statement.name.text);
  }
  return { values, types };
}

/** Words of a camelCase, kebab-case or SNAKE_CASE name, in lower case and without endings such as a plural. */
const getWords = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .map((word) => word.replace(/(?<=...)(?:ies|es|s|y|e|er|or|ing|ed)$/, ''))
    .filter((word) => word !== '');
const isSameWord = (a: string, b: string): boolean =>
  a === b || (a.length > 3 && b.startsWith(a)) || (b.length > 3 && a.startsWith(b));
const normalize = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '');

/** One sentence for each exception that matches no file. */
export const findUnusedExceptions = (files: SourceFiles): readonly string[] =>
  fileNameExceptions.flatMap(([pattern, reason]) =>
    [...files.keys()].some((path) => pattern.test(path)) ? [] : [`no file matches ${String(pattern)} (${reason})`],
  );

/** One sentence for each file that cannot be found by the name of an export. */
export function checkFileNames(files: SourceFiles): readonly string[] {
  return [...files].flatMap(([path, source]) => {
    if (isTestPath(path) || fileNameExceptions.some(([pattern]) => pattern.test(path))) return [];
    const name = posix.basename(path).replace(/\.\w+$/, '');
    const { values, types } = getExports(path, source);
    const names = [...values, ...types];
    if (names.length === 0 || names.some((each) => normalize(each) === normalize(name))) return [];
    const words = getWords(name);
    const [only, ...others] = values.length > 0 ? values : types;
    if (only !== undefined && others.length === 0) {
      const missing = words.filter((word) => !getWords(only).some((other) => isSameWord(word, other)));
      return missing.length === 0 ? [] : [`${path}: exports only ${only}, which its name does not say`];
    }
    const isNamed = names.some((each) => getWords(each).some((other) => words.some((word) => isSameWord(word, other))));
    return isNamed ? [] : [`${path}: its name shares no word with its exports ${names.join(', ')}`];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = readSourceFiles(undefined, undefined, /\.tsx?$/);
  const problems = checkFileNames(files);
  const unusedExceptions = findUnusedExceptions(files);
  const success = `${problems.length} files have another name than their exports; ${FILE_NAME_BASELINE} may.`;
  reportProblems([...(problems.length > FILE_NAME_BASELINE ? problems : []), ...unusedExceptions], success);
}
