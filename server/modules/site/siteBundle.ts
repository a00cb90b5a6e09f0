/** The built public site: the function that renders a page, its styles, and the files of the browser's script. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { asStringList, isObject } from '../../../common/json';
import type { SitePageData } from '../../../common/site/pageData';
import { openAssets, type Assets } from '../../platform/http/assets';

export interface SiteBundle {
  /** HTML inside `<body>`. */
  readonly renderBody: (data: SitePageData) => string;
  /** Address of the browser's script. */
  readonly script: string;
  /** Addresses of the modules that it imports at once, and of those that it imports when the page is idle. */
  readonly modules: readonly string[];
  readonly laterModules: readonly string[];
  /** Address of the script of the preview page. */
  readonly previewScript: string;
  readonly styles: string;
}

/** The files that browsers load; none when the site was not built. */
export const openSiteAssets = (folder: string): Pick<Assets, 'serve'> => openAssets(join(folder, 'public'));

/** The build exports one function; it is trusted to be the one that this version was built with. */
const isRenderer = (value: unknown): value is SiteBundle['renderBody'] => typeof value === 'function';

/** Loads the build; undefined when the site was not built. */
export async function loadSiteBundle(folder: string): Promise<SiteBundle | undefined> {
  const [program, facts] = [join(folder, 'render.mjs'), join(folder, 'site.json')];
  if (!existsSync(program) || !existsSync(facts)) return undefined;
  const raw: unknown = JSON.parse(readFileSync(facts, 'utf8'));
  const loaded: unknown = await import(pathToFileURL(program).href);
  const fields: Readonly<Record<string, unknown>> = isObject(raw) ? raw : {};
  const { script, previewScript, styles } = fields;
  const renderBody: unknown = isObject(loaded) ? loaded['renderBody'] : undefined;
  if (
    !isRenderer(renderBody) ||
    typeof script !== 'string' ||
    typeof previewScript !== 'string' ||
    typeof styles !== 'string'
  )
    return undefined;
  const [modules, laterModules] = [asStringList(fields['modules']), asStringList(fields['laterModules'])];
  return { renderBody, script, modules, laterModules, previewScript, styles };
}
