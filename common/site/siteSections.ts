/** The sections of the public site: each shows the published rows of one entity as a list and as separate pages. */

export interface SiteSection {
  /** The entity whose rows the section shows. */
  readonly entity: string;
  /** First segment of the section's addresses. */
  readonly path: string;
  /** The field whose value ends the address of a row. */
  readonly key: 'id' | 'name';
  /** Rows on one page of the list. */
  readonly pageSize: number;
}

export const SITE_SECTIONS = {
  products: { entity: 'product', path: 'products', key: 'id', pageSize: 12 },
  solutions: { entity: 'solution', path: 'solutions', key: 'id', pageSize: 12 },
  cases: { entity: 'showcase', path: 'cases', key: 'id', pageSize: 12 },
  news: { entity: 'news', path: 'news', key: 'id', pageSize: 12 },
  articles: { entity: 'article', path: 'articles', key: 'id', pageSize: 12 },
  plugins: { entity: 'plugin', path: 'plugins', key: 'name', pageSize: 24 },
  hardware: { entity: 'hardware', path: 'hardware', key: 'id', pageSize: 48 },
  devices: { entity: 'device', path: 'devices', key: 'id', pageSize: 48 },
} as const satisfies Readonly<Record<string, SiteSection>>;

export type SectionName = keyof typeof SITE_SECTIONS;
export const SECTION_NAMES = Object.keys(SITE_SECTIONS) as readonly SectionName[];

/** The section of an entity; undefined for entities without their own pages. */
export const findEntitySection = (entity: string): SectionName | undefined =>
  SECTION_NAMES.find((name) => SITE_SECTIONS[name].entity === entity);
