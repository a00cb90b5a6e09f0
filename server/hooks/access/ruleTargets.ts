/** Checks of the targets of menu rules, for the console and the member center. */
import type { Issue } from '../../../common/entity/issue';
import { isInternalPath } from '../../../common/text/isInternalPath';
import { cspFrameSource } from '../../platform/http/cspFrameSource';

interface RuleTarget {
  readonly menu_type?: string | null | undefined;
  readonly url?: string | null | undefined;
}

export const isBlank = (value: string | null | undefined): value is '' | null | undefined =>
  value === undefined || value === null || value === '';

/** A link or an embedded page requires a URL; only https pages and public pages of this site can be embedded. */
export function findAddressIssues({ menu_type, url }: RuleTarget): readonly Issue[] {
  if (menu_type !== 'link' && menu_type !== 'iframe') return [];
  if (isBlank(url)) return [{ path: 'url', code: 'required' }];
  if (menu_type === 'link') return [];
  if (cspFrameSource(url) === undefined) return [{ path: 'url', code: 'unframed' }];
  return isInternalPath(url) ? [{ path: 'url', code: 'unembeddable' }] : [];
}
