/**
 * The engine gets its entities and names none of them: no string of `server/engine` is the name of an entity, a permission key of one or
 * its table in SQL.
 */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { entities } from '../common/entities/index';
import { isTestPath, readSourceFiles, reportProblems, type SourceFiles } from './sourceFiles';

/** Words that are entity names and have another meaning in these files. */
const homonyms: Readonly<Record<string, RegExp>> = {
  /** The realm of staff. */
  admin: /^server\/engine\//,
  /** The query key of a page number. */
  page: /^server\/engine\/http\/entityRoutes\.ts$/,
  /** The HTML element. */
  article: /^server\/engine\/write\/stages\/richText\.ts$/,
};

/** Returns one sentence for each string in `server/engine` that names an entity. */
export function findEntityNames(files: SourceFiles, names: readonly string[]): string[] {
  const problems: string[] = [];
  for (const [path, source] of files) {
    if (!path.startsWith('server/engine/') || isTestPath(path)) continue;
    const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      const text = getText(node);
      const name = text === undefined ? undefined : names.find((candidate) => isNamedIn(text, candidate));
      if (name !== undefined && homonyms[name]?.test(path) !== true)
        problems.push(`${path}: the engine names the entity ${name}`);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return problems;
}

const getText = (node: ts.Node): string | undefined =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)
    ? node.text
    : undefined;

/** The whole text, a permission key such as `news/edit`, or a table in SQL. */
const isNamedIn = (text: string, name: string): boolean =>
  text === name ||
  new RegExp(`^${name}/[a-z_]+$`).test(text) ||
  new RegExp(`\\b(from|join|into|update)\\s+[\`]?${name}\\b`, 'i').test(text);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = Object.values(entities).map(({ name }) => name);
  reportProblems(findEntityNames(readSourceFiles(), names), 'The engine names no entity.');
}
