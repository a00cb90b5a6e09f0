/** What the rules of both menus need, by what they open (specification, point 5). */
import type { Issue } from '../../common/entity/issue';
import { isNoPublicPage } from '../../common/text/frames';
import { frameSource } from '../platform/http/frameSource';

interface Opens {
  readonly menu_type?: string | null | undefined;
  readonly url?: string | null | undefined;
}

export const blank = (value: string | null | undefined): value is '' | null | undefined =>
  value === undefined || value === null || value === '';

/** A link or an embedded page needs its address, and only pages over https and public ones of this site can be embedded. */
export function addressIssues({ menu_type, url }: Opens): readonly Issue[] {
  if (menu_type !== 'link' && menu_type !== 'iframe') return [];
  if (blank(url)) return [{ path: 'url', code: 'required' }];
  if (menu_type === 'link') return [];
  if (frameSource(url) === undefined) return [{ path: 'url', code: 'unframed' }];
  return isNoPublicPage(url) ? [{ path: 'url', code: 'unembeddable' }] : [];
}
