import { readFileSync } from 'node:fs';

/** The installed version of a package, for the tests of the patches: an upgrade fails them until the library's insides are checked again. */
export function installedVersion(name: string): string {
  const path = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string }).version;
}
