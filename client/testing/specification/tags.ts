/** Reads the tags `@spec` and `@covers` from the comments above tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface Tag {
  readonly kind: 'spec' | 'covers';
  /** A row of the specification such as `P2-006`, or a part of the code such as `route /admin`. */
  readonly name: string;
  /** Path from the repository root. */
  readonly file: string;
  readonly line: number;
  /** Whether the statement below the comment is a call of `it` or `it.each`. */
  readonly isAboveTest: boolean;
}

const TAG_LINE = /^ *\/\/ @(spec|covers) (.+)$/gm;

/** Paths of all test files, from the repository root. */
export const testFiles = (): readonly string[] =>
  ['common', 'server', 'client', 'config'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.test\.tsx?$/.test(path))
      .map((path) => join(folder, path)),
  );

const isTestCall = (node: ts.Node): boolean => {
  if (!ts.isExpressionStatement(node)) return false;
  let callee: ts.Expression = node.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  return ts.isIdentifier(callee) && callee.text === 'it';
};

/** Ranges of the comments above the tests of a file. */
function commentsAboveTests(source: ts.SourceFile): readonly ts.TextRange[] {
  const found: ts.TextRange[] = [];
  const visit = (node: ts.Node): void => {
    if (isTestCall(node)) found.push({ pos: node.getFullStart(), end: node.getStart() });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** All tags of a test file. */
export function readTags(file: string): readonly Tag[] {
  const text = readFileSync(file, 'utf8');
  const matches = [...text.matchAll(TAG_LINE)];
  if (matches.length === 0) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const comments = commentsAboveTests(source);
  return matches.flatMap(({ index, 1: kind, 2: names = '' }) => {
    const { line } = source.getLineAndCharacterOfPosition(index);
    const isAboveTest = comments.some(({ pos, end }) => index >= pos && index < end);
    return names
      .split(kind === 'spec' ? ' ' : ', ')
      .map((name) => ({ kind: kind === 'spec' ? 'spec' : 'covers', name, file, line: line + 1, isAboveTest }) as const);
  });
}
