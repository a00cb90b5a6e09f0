/** Pages and actions of the command palette, in the language of the screen and only as far as this person may. */
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { entityWords } from '../../../../common/locales/entityWords';
import { useEngine } from '../../../engine/engineContext';
import { holdsNode, useBootstrap } from '../../../shared/bootstrap';
import { useAppDispatch } from '../../../shared/createStore';
import { useLang } from '../../../shared/i18n';
import { SIDES } from '../../../shared/onward';
import { settingsChanged } from '../../../shared/settings';
import { useSession } from '../../../shared/useSession';
import type { Extra } from '../extra';
import { useFront, useMenu, type MenuEntry } from '../menu';
import { useFullScreen } from '../useFullScreen';

export interface Item {
  readonly key: string;
  readonly title: string;
  readonly hint: string;
  readonly icon: string;
  readonly run: () => void;
}
export interface Section {
  readonly title: string;
  readonly items: readonly Item[];
}

const walk = (entries: readonly MenuEntry[], above: string): readonly (readonly [MenuEntry, string])[] =>
  entries.flatMap((entry) =>
    entry.children.length > 0 ? walk(entry.children, entry.title) : [[entry, above] as const],
  );

export function usePageItems(): readonly Item[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const menu = useMenu();
  const front = useFront();
  const page = (to: string, title: string, icon: string, hint = ''): Item => ({
    key: `page-${to}`,
    title,
    hint,
    icon,
    run: () => void navigate(to),
  });
  return [
    page(front.to, front.title, front.icon),
    ...walk(menu, '').flatMap(([{ to, title, icon, trouble }, hint]) =>
      to !== '' && trouble === undefined ? [page(to, title, icon, hint)] : [],
    ),
    page(`${SIDES.admin.home}/profile`, t('frame.profile.title'), 'account_circle'),
  ];
}

/** "Add X" for whatever this person may add. */
function useAddItems(): readonly Item[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const lang = useLang();
  const { registry } = useEngine();
  const { permissions } = useBootstrap();
  return registry.all
    .filter(({ name }) => holdsNode(permissions, `${name}/add`))
    .map((entity) => ({
      key: `add-${entity.name}`,
      title: t('frame.palette.add', { name: nameOf(entityWords(entity, lang).one, lang) }),
      hint: '',
      icon: entity.spec.icon,
      run: () => void navigate(`${SIDES.admin.home}/${entity.name}?record=new`),
    }));
}
const nameOf = (name: string, lang: string) => (lang === 'en' ? name.charAt(0).toLowerCase() + name.slice(1) : name);

export function useActionItems(onShow: (extra: Extra) => void): readonly Item[] {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { signOut } = useSession();
  const fullScreen = useFullScreen();
  const adds = useAddItems();
  const action = (key: string, title: string, icon: string, run: () => void): Item => ({
    key,
    title,
    hint: '',
    icon,
    run,
  });
  return [
    action('light', t('frame.palette.theme_light'), 'settings', () => dispatch(settingsChanged({ scheme: 'light' }))),
    action('dark', t('frame.palette.theme_dark'), 'settings', () => dispatch(settingsChanged({ scheme: 'dark' }))),
    action('en', 'English', 'language', () => dispatch(settingsChanged({ lang: 'en' }))),
    action('zh', '简体中文', 'language', () => dispatch(settingsChanged({ lang: 'zh-cn' }))),
    action('layout', t('frame.layout.title'), 'tune', () => onShow('layout')),
    action('full', t('frame.layout.full'), 'web', fullScreen),
    action('keys', t('frame.palette.shortcuts'), 'list', () => onShow('shortcuts')),
    action('out', t('shell.sign_out'), 'key', signOut),
    ...adds,
  ];
}
