/** Finds translation sections that sources use and an app does not bundle. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locales } from '../../common/locales/index';

/** A translation key in quotes; `success.main` and similar are colors of the palette. */
const KEY = /['`]([a-zA-Z_]+)\.(?!(?:main|light|dark)')[a-z_]+/g;
const sections = new Set(Object.keys(locales.en));

const sourceFiles = (folders: readonly string[]): readonly string[] =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

/** Returns `file: section` for each use of a section of the common locales that is not among the bundled ones. */
export const findMissingSections = (folders: readonly string[], bundled: readonly string[]): readonly string[] =>
  sourceFiles(folders).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(KEY)]
      .map(([, section = '']) => section)
      .filter((section) => sections.has(section) && !bundled.includes(section))
      .map((section) => `${file}: ${section}`),
  );
