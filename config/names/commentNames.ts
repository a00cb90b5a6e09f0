/**
 * Comments name what exists: each name in back-ticks occurs in the code as an identifier, file name, locale key, column or text,
 * and each `@param` is a parameter of the function below it.
 */
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { parseSource, readSourceFiles, reportProblems, type SourceFiles } from '../sourceFiles';

interface SplitSource {
  readonly code: string;
  readonly comments: readonly string[];
}

/** Start index of a line comment (`//`), at the start of the line or behind code; -1 without one. */
function lineCommentStart(line: string): number {
  for (let start = line.indexOf('//'); start !== -1; start = line.indexOf('//', start + 2)) {
    const before = line.slice(0, start).trimEnd();
    if (before === '' || /[;,{}()\]]$/.test(before)) return start;
  }
  return -1;
}

/** Separates comments that start a line or follow code. A comment in the middle of a line stays part of the code. */
function splitSource(source: string): SplitSource {
  const [code, comments]: [string[], string[]] = [[], []];
  let open: string[] | undefined;
  for (const line of source.split('\n')) {
    if (open === undefined && line.trimStart().startsWith('/*')) open = [];
    if (open !== undefined) {
      open.push(line);
      if (!line.includes('*/')) continue;
      comments.push(open.join('\n'));
      open = undefined;
      continue;
    }
    const start = lineCommentStart(line);
    code.push(start === -1 ? line : line.slice(0, start));
    if (start !== -1) comments.push(line.slice(start));
  }
  return { code: code.join('\n'), comments };
}

const NAME_PATTERN = /(?<![\w$-])[A-Za-z_$][\w$]{2,}/g;
const namesIn = (text: string): readonly string[] => text.match(NAME_PATTERN) ?? [];

/** Names of the code outside of comments, and the parts of the names of files and folders. */
function collectNames(files: SourceFiles): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [path, source] of files) {
    for (const name of namesIn(splitSource(source).code)) names.add(name);
    for (const part of path.split(/[/.]/)) names.add(part);
  }
  return names;
}

/** One sentence for each name in a comment that no code contains. */
export function findUnknownNames(files: SourceFiles): readonly string[] {
  const names = collectNames(files);
  return [...files].flatMap(([path, source]) =>
    splitSource(source).comments.flatMap((comment) =>
      [...comment.matchAll(/`([^`\n]+)`/g)].flatMap(([, quoted = '']) =>
        namesIn(quoted)
          .filter((name) => !names.has(name))
          .map((name) => `${path}: a comment names \`${quoted}\`, but no code contains ${name}`),
      ),
    ),
  );
}

type Documented = ts.Node & { readonly jsDoc?: readonly ts.JSDoc[] };

/** The parameters of a function, of a variable that holds one, or of a member with a function type. */
function getParameters(node: ts.Node): readonly ts.ParameterDeclaration[] {
  if (ts.isFunctionLike(node)) return [...node.parameters];
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.flatMap(getParameters);
  if (ts.isVariableDeclaration(node)) return node.initializer === undefined ? [] : getParameters(node.initializer);
  if (ts.isPropertySignature(node) || ts.isTypeAliasDeclaration(node))
    return node.type === undefined ? [] : getParameters(node.type);
  return ts.isPropertyAssignment(node) ? getParameters(node.initializer) : [];
}

/** One sentence for each `@param` that is not a parameter. */
export function findUnknownParameters(files: SourceFiles): readonly string[] {
  return [...files].flatMap(([path, source]) => {
    if (!source.includes('@param') || !/\.tsx?$/.test(path)) return [];
    const file = parseSource(path, source);
    const problems: string[] = [];
    const visit = (node: Documented): void => {
      const tags = (node.jsDoc ?? []).flatMap(({ tags: all }) => [...(all ?? [])]).filter(ts.isJSDocParameterTag);
      const names =
        tags.length === 0
          ? []
          : getParameters(node).flatMap(({ name }) => source.slice(name.pos, name.end).match(/[\w$]+/g) ?? []);
      for (const { name } of tags) {
        const parameter = source.slice(name.pos, name.end);
        if (!names.includes(parameter)) problems.push(`${path}: @param ${parameter} is not a parameter`);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return problems;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = readSourceFiles(undefined, undefined, /\.(tsx?|mjs|json|html|css)$/);
  const code = new Map([...files].filter(([path]) => posix.extname(path) !== '.json'));
  reportProblems([...findUnknownNames(files), ...findUnknownParameters(code)], 'Comments name what exists.');
}
