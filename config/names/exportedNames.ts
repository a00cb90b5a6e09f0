/**
 * Among the files that can import each other, an exported name has one declaration as a type and one as a value: a component may have
 * the name of the type that it shows. Such files are those of the server with `common`, and those of one app of the client with the
 * shared parts of the client and `common`. The same name in two places then has one meaning.
 */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { isTestPath, parseSource, readSourceFiles, reportProblems, type SourceFiles } from '../sourceFiles';

/** Names that may have several declarations, and why. */
export const sharedNames: Readonly<Record<string, string>> = {
  formFieldNames: 'the client does not load the check of definitions, which has its own copy',
};

/** Files whose exports are found by their path: texts by language, and data of the demo by table. */
const IGNORED_PATHS = /^(common\/locales|server\/db\/(migrations|seeds\/demo))\//;
/** Apps of the client, none of which imports another. */
const APP_PATTERN = /^client\/(admin|member|site)\//;

interface DeclaredExport {
  readonly name: string;
  readonly isType: boolean;
}
/** Names that the statements of a module declare and export. */
function declaredExports(path: string, source: string): readonly DeclaredExport[] {
  return parseSource(path, source).statements.flatMap((statement): readonly DeclaredExport[] => {
    if (!ts.canHaveModifiers(statement)) return [];
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) =>
        ts.isIdentifier(name) ? [{ name: name.text, isType: false }] : [],
      );
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
      return [{ name: statement.name.text, isType: true }];
    const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
    return isNamed && statement.name ? [{ name: statement.name.text, isType: false }] : [];
  });
}

/** The part of the program that a file belongs to. */
const getPart = (path: string): string => APP_PATTERN.exec(path)?.[1] ?? path.split('/')[0] ?? '';

/** Whether one file could import both. The public site imports `common` and none of the shared parts of the client. */
function canMeet(one: string, other: string): boolean {
  const parts = new Set([getPart(one), getPart(other)]);
  if (parts.size === 1) return true;
  if (parts.has('config')) return false;
  return parts.has('common') || (parts.has('client') && (parts.has('admin') || parts.has('member')));
}

/** One sentence for each name that two files declare and export as a type, or as a value. */
export function findRepeatedNames(files: SourceFiles): readonly string[] {
  const pathsByName = { types: new Map<string, string[]>(), values: new Map<string, string[]>() };
  for (const [path, source] of files) {
    if (isTestPath(path) || IGNORED_PATHS.test(path)) continue;
    for (const { name, isType } of declaredExports(path, source)) {
      const paths = isType ? pathsByName.types : pathsByName.values;
      if (!Object.hasOwn(sharedNames, name)) paths.set(name, [...(paths.get(name) ?? []), path]);
    }
  }
  return Object.values(pathsByName).flatMap((names) =>
    [...names].flatMap(([name, paths]) => {
      const repeated = paths.filter((path) => paths.some((other) => other !== path && canMeet(path, other)));
      return repeated.length === 0 ? [] : [`${name} is declared by ${repeated.join(' and ')}`];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findRepeatedNames(readSourceFiles(undefined, undefined, /\.tsx?$/));
  reportProblems(problems, 'Every exported name has one declaration.');
}
