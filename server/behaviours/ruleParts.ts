/** What the rules of both menus need, by what they open (specification, point 5). */
import type { Issue } from '../../common/entity/issue';

interface Opens {
  readonly menu_type?: string | null | undefined;
  readonly url?: string | null | undefined;
}

export const blank = (value: string | null | undefined): value is '' | null | undefined =>
  value === undefined || value === null || value === '';

/** What of this site is no public page: no frame ever shows it, the console's own least of all. */
const NO_PAGE = /^\/(?:admin|user|api|docs|storage|assets|socket\.io|setup|openapi\.json|401|404)(?:[/?#]|$)/i;

/** A link or an embedded page needs its address, and only public pages of this site can be embedded. */
export function addressIssues({ menu_type, url }: Opens): readonly Issue[] {
  if (menu_type !== 'link' && menu_type !== 'iframe') return [];
  if (blank(url)) return [{ path: 'url', code: 'required' }];
  return menu_type === 'iframe' && NO_PAGE.test(url) ? [{ path: 'url', code: 'unembeddable' }] : [];
}
