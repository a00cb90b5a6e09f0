/** Vite plugin that lists, for each page, the files of later dynamic imports, so that the client can prefetch them before it goes offline. */
import { basename } from 'node:path';

/**
 * Files that an entry can load by dynamic imports and that are not part of its first load.
 * @param {import('../bundleSize').Manifest} manifest
 * @param {string} entry
 * @returns {string[]}
 */
export function prefetchFiles(manifest, entry) {
  const first = reach(manifest, entry, false);
  return [...reach(manifest, entry, true)].filter((file) => !first.has(file));
}

/**
 * Files that an entry loads by static imports and, with `later`, by dynamic imports.
 * @param {import('../bundleSize').Manifest} manifest
 * @param {string} entry
 * @param {boolean} later
 */
function reach(manifest, entry, later) {
  const files = new Set();
  const names = new Set([entry]);
  // A loop over a Set also visits the items that it adds.
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk) continue;
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const next of [...(chunk.imports ?? []), ...(later ? (chunk.dynamicImports ?? []) : [])]) names.add(next);
  }
  return files;
}

/**
 * Writes one JSON list per page, with a content hash in its name and small files first, and adds its address to the page as a meta tag.
 * @returns {import('vite').Plugin}
 */
export function prefetchManifest() {
  return {
    name: 'atrium-later-parts',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const written = bundle['.vite/manifest.json'];
        if (written?.type !== 'asset') return this.error('the manifest has to be written before the later parts');
        /** @type {import('../bundleSize').Manifest} Vite writes it before this hook. */
        const manifest = JSON.parse(String(written.source));
        /** @param {string} file */
        const sizeOf = (file) => {
          const output = bundle[file];
          return output === undefined ? 0 : (output.type === 'asset' ? output.source : output.code).length;
        };
        for (const page of Object.values(bundle)) {
          if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue;
          const files = prefetchFiles(manifest, page.fileName).sort((a, b) => sizeOf(a) - sizeOf(b));
          const source = JSON.stringify(files.map((file) => `/${file}`));
          const name = `later-${basename(page.fileName, '.html')}.json`;
          const list = this.getFileName(this.emitFile({ type: 'asset', name, source }));
          const metaTag = `<meta name="later-parts" content="/${list}">`;
          page.source = String(page.source).replace('</head>', () => `  ${metaTag}\n  </head>`);
        }
        return undefined;
      },
    },
  };
}
