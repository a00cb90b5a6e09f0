/** Previews of the site: which entities have one, and what the console sends to the preview page. */
import type { PageFrame } from './siteEvents';
import type { SiteLang } from './sitePaths';

/** The page in a frame or a second window that shows what the console sends it. */
export const PREVIEW_PATH = '/preview';

/** Entities whose unsaved rows can be previewed. */
export const PREVIEWED_ENTITIES: readonly string[] = [
  'article',
  'banner',
  'device',
  'hardware',
  'home_block',
  'navigation',
  'news',
  'news_case',
  'news_category',
  'page',
  'plugin',
  'plugin_category',
  'plugin_function',
  'plugin_version',
  'product',
  'showcase',
  'site_template',
  'solution',
];

/** Body of `POST /admin/site/preview`. */
export interface PreviewRequest {
  readonly entity: string;
  /** Null for a row that was not stored yet. */
  readonly id: number | null;
  /** Values of the form; those that are not valid are shown as they are stored. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly lang: SiteLang;
}
/** Its response. */
export interface PreviewResponse {
  readonly page: PageFrame;
  /** Names of the fields whose unsaved values are not valid. */
  readonly invalid: readonly string[];
}

/** Message of the preview page to its opener: it can show pages now. */
export const PREVIEW_READY = 'atrium:preview-ready';
/** Message of the console to the preview page. */
export interface PreviewMessage {
  readonly type: 'atrium:preview';
  readonly page: PageFrame;
  readonly lang: SiteLang;
}
