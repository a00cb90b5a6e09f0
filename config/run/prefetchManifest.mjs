/** Lists for each page the files it may need later, so that the client can prefetch them before the connection is lost. */
import { basename } from 'node:path';

/**
 * All files an entry may ever ask for that are not part of its first load.
 * @param {import('../bundleSize').Manifest} manifest
 * @param {string} entry
 * @returns {string[]}
 */
export function laterFiles(manifest, entry) {
  const first = reach(manifest, entry, false);
  return [...reach(manifest, entry, true)].filter((file) => !first.has(file));
}

/**
 * @param {import('../bundleSize').Manifest} manifest
 * @param {string} entry
 * @param {boolean} later
 */
function reach(manifest, entry, later) {
  const files = new Set();
  const names = new Set([entry]);
  // A set that grows is walked to its new end.
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk) continue;
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const next of [...(chunk.imports ?? []), ...(later ? (chunk.dynamicImports ?? []) : [])]) names.add(next);
  }
  return files;
}

/**
 * Writes one list per page under a name of its content, small files first, and has the page name it.
 * @returns {import('vite').Plugin}
 */
export function laterParts() {
  return {
    name: 'atrium-later-parts',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const written = bundle['.vite/manifest.json'];
        if (written?.type !== 'asset') return this.error('the manifest has to be written before the later parts');
        /** @type {import('../bundleSize').Manifest} Written by Vite just before. */
        const manifest = JSON.parse(String(written.source));
        /** @param {string} file */
        const weigh = (file) => {
          const one = bundle[file];
          return one === undefined ? 0 : (one.type === 'asset' ? one.source : one.code).length;
        };
        for (const page of Object.values(bundle)) {
          if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue;
          const files = laterFiles(manifest, page.fileName).sort((one, other) => weigh(one) - weigh(other));
          const source = JSON.stringify(files.map((file) => `/${file}`));
          const name = `later-${basename(page.fileName, '.html')}.json`;
          const list = this.getFileName(this.emitFile({ type: 'asset', name, source }));
          const note = `<meta name="later-parts" content="/${list}">`;
          page.source = String(page.source).replace('</head>', () => `  ${note}\n  </head>`);
        }
        return undefined;
      },
    },
  };
}
