/** Checks the size of each browser entry, everything it loads before the first render, compressed, against its budget. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

export interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const buildDir = join(root, '.build/client');

interface Entry {
  /** Kilobytes of gzip; chunks that are loaded later, such as charts, do not count. */
  readonly budget: number;
  /** The texts of each language: a browser loads one of them before the first render, so the largest counts. */
  readonly languages: readonly string[];
}
const entries: Readonly<Record<string, Entry>> = {
  'admin.html': { budget: 320, languages: ['../common/locales/en.ts', '../common/locales/zhCn.ts'] },
  'member.html': { budget: 220, languages: ['member/i18n/en.ts', 'member/i18n/zhCn.ts'] },
};

/** All files an entry needs at once: its own, and those of everything it imports statically. */
export function initialFiles(manifest: Manifest, entry: string): string[] {
  const visitedFiles = new Set<string>();
  const files = new Set<string>();
  const visitChunk = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || visitedFiles.has(name)) return;
    visitedFiles.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    chunk.imports?.forEach(visitChunk);
  };
  visitChunk(entry);
  return [...files];
}

function compressedSize(file: string): number {
  const gzipFile = join(buildDir, `${file}.gz`);
  return existsSync(gzipFile) ? readFileSync(gzipFile).length : gzipSync(readFileSync(join(buildDir, file))).length;
}

/** All scripts of the public site; a page loads the live part when it is idle. */
const SITE_ASSETS = join(root, '.build/site/public/assets');
const SITE_BUDGET = 90;

function siteLine(): { readonly isWithinBudget: boolean; readonly text: string } {
  const files = readdirSync(SITE_ASSETS).filter((name) => name.endsWith('.js'));
  const weight = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(SITE_ASSETS, name))).length, 0) / 1024;
  const text = `${'site'.padEnd(12)} ${weight.toFixed(1).padStart(6)} KB of ${SITE_BUDGET} KB in ${files.length} files`;
  return { isWithinBudget: files.length > 0 && weight <= SITE_BUDGET, text };
}

function report(): boolean {
  // Written by the build that ran just before; its shape is Vite's.
  const manifest = JSON.parse(readFileSync(join(buildDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  const getWeight = (files: readonly string[]) => files.reduce((sum, file) => sum + compressedSize(file), 0) / 1024;
  const lines = Object.entries(entries)
    .filter(([entry]) => existsSync(join(root, 'client', entry)))
    .map(([entry, { budget, languages }]) => {
      const files = initialFiles(manifest, entry);
      const languageFiles = languages.map((language) =>
        initialFiles(manifest, language).filter((file) => !files.includes(file)),
      );
      if (languageFiles.some(({ length }) => length === 0))
        throw new Error(`${entry}: a language is missing in the manifest`);
      const weight = getWeight(files) + Math.max(0, ...languageFiles.map(getWeight));
      return {
        isWithinBudget: files.length > 0 && weight <= budget,
        text: `${entry.padEnd(12)} ${weight.toFixed(1).padStart(6)} KB of ${budget} KB in ${files.length} files`,
      };
    });
  lines.push(siteLine());
  for (const { isWithinBudget, text } of lines)
    process.stdout.write(`${isWithinBudget ? 'ok     ' : 'TOO BIG'} ${text}\n`);
  return lines.every(({ isWithinBudget }) => isWithinBudget);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = report() ? 0 : 1;
