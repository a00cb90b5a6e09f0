/** The source files of the repository, as the checks of `npm run check` read them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Path from the root of the repository, with `/`, → text. */
export type SourceFiles = ReadonlyMap<string, string>;

export const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Whether a path belongs to tests: a test file, or any file of a folder that only tests use. */
export const isTestPath = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || /^(common|server|client)\/(journeys|testing|bench|proof)\//.test(path);

/** Reads every file below the given folders whose path matches `pattern`. Folders that do not exist are skipped. */
export function readSourceFiles(
  root = repositoryRoot,
  folders: readonly string[] = ['common', 'server', 'client', 'config'],
  pattern = /\.(tsx?|mjs)$/,
): SourceFiles {
  const files = new Map<string, string>();
  for (const folder of folders.filter((name) => existsSync(join(root, name))))
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const path = posix.join(folder, ...file.split(/[\\/]/));
      if (pattern.test(path)) files.set(path, readFileSync(join(root, path), 'utf8'));
    }
  return files;
}

/** Parses one file without types. */
export const parseSource = (path: string, source: string): ts.SourceFile =>
  ts.createSourceFile(
    path,
    source,
    ts.ScriptTarget.Latest,
    false,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/** Prints the problems of a check, or `success` when there are none, and sets the exit code. */
export function reportProblems(problems: readonly string[], success: string): void {
  process.stdout.write(problems.length === 0 ? `${success}\n` : `${problems.join('\n')}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
