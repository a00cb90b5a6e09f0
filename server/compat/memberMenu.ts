/** Converts the menu of the member center to the tree of older clients. */
import type { Lang } from '../../common/lang';
import { memberMenu as textsEn } from '../../common/locales/en/memberMenu';
import { translate } from '../../common/locales/translate';
import { memberMenu as textsZh } from '../../common/locales/zh-cn/memberMenu';
import type { MemberMenuNode } from '../modules/bootstrap/memberMenu';
import type { CompatMenuNode } from './compatMenu';
import {
  COMPAT_MEMBER_SCREENS,
  ELSEWHERE_ICON,
  findClientIcon,
  FOLDER_ICON,
  memberFile,
  NEUTRAL_ICON,
} from './screens';

interface MemberMenuReader {
  readonly lang: Lang;
  /** The address of our own pages. */
  readonly origin: string;
}

/** The folders of the menu, each with its screens: these clients show nothing outside a folder. */
export function toCompatMemberMenu(
  nodes: readonly MemberMenuNode[],
  reader: MemberMenuReader,
): readonly CompatMenuNode[] {
  return nodes.filter(({ type }) => type === 'menu_dir').map((node) => toCompatNode(node, reader));
}

const TITLES: Readonly<Record<Lang, Readonly<Record<string, string>>>> = { en: textsEn, 'zh-cn': textsZh };
/** The title of a rule of the member center: the translation of a key, or the text that an admin stored. */
export const memberTitle = (title: string, lang: Lang): string =>
  (Object.hasOwn(TITLES[lang], title) ? TITLES[lang][title] : undefined) ?? title;

function toCompatNode(node: MemberMenuNode, reader: MemberMenuReader): CompatMenuNode {
  const { id, pid, name, menu_type, url, component, keepalive, extend } = node;
  const title = memberTitle(node.title, reader.lang);
  const shared = { id, pid: pid ?? 0, title, name, path: name, url: url ?? '', component: '', extend } as const;
  const own = findClientIcon(node.icon);
  const children = node.children.map((child) => toCompatNode(child, reader));
  if (node.type === 'menu_dir')
    return { ...shared, type: 'menu_dir', icon: own ?? FOLDER_ICON, menu_type: null, keepalive: 0, children };
  const screen = { ...shared, type: 'menu', icon: own ?? ELSEWHERE_ICON, keepalive: 0, children } as const;
  if (menu_type !== 'tab') return { ...screen, menu_type };
  if (COMPAT_MEMBER_SCREENS.has(component ?? ''))
    return {
      ...screen,
      icon: own ?? NEUTRAL_ICON,
      menu_type,
      keepalive: keepalive === 1 ? name : 0,
      component: memberFile(component ?? ''),
    };
  return {
    ...screen,
    title: translate(reader.lang, 'compat.elsewhere', { title }),
    menu_type: 'link',
    url: `${reader.origin}/user/${node.path ?? name}`,
  };
}
