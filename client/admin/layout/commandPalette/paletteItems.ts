/** Pages and actions of the command palette, in the current language and limited to the reader's permissions. */
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { LANGUAGES } from '../../../../common/lang';
import { entityLabels, hasEntityLabels } from '../../../../common/locales/entityLabels';
import { findPaletteKeywords } from '../../../../common/locales/findPaletteKeywords';
import { useEngine } from '../../../engine/engineContext';
import { lowercaseInitial } from '../../../engine/lowercaseInitial';
import { usePermissions } from '../../../engine/usePermissions';
import { isPermissionGranted, useBootstrap } from '../../../shared/api/bootstrap';
import { useAppDispatch } from '../../../shared/app/createStore';
import { useLanguage } from '../../../shared/i18n/i18n';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import { settingsChanged } from '../../../shared/store/settings';
import { useSession } from '../../../shared/auth/useSession';
import type { Overlay } from '../overlay';
import { menuLeaves, useDashboardLink, useMenu, type MenuEntry } from '../menu/menuEntries';
import { useFullScreen } from '../useFullScreen';

export interface PaletteItem {
  readonly key: string;
  readonly title: string;
  readonly hint: string;
  readonly icon: string;
  /** Further words that find the item; not shown. */
  readonly keywords?: string;
  readonly run: () => void;
}
export interface PaletteSection {
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

const flattenEntries = (
  entries: readonly MenuEntry[],
  parentTitle: string,
): readonly (readonly [MenuEntry, string])[] =>
  entries.flatMap((entry) =>
    entry.children.length > 0 ? flattenEntries(entry.children, entry.title) : [[entry, parentTitle] as const],
  );

/** Returns the words that find a screen in any language: its titles in the loaded languages, its keywords, and its name. */
function useScreenKeywords(): (screen: string) => string {
  const { registry } = useEngine();
  return (screen) => {
    const entity = registry.get(screen);
    const loaded = entity === undefined ? [] : LANGUAGES.filter((lang) => hasEntityLabels(entity, lang));
    const titles = loaded.map((lang) => entity && entityLabels(entity, lang).many);
    return [screen, ...titles, findPaletteKeywords(screen)].join(' ');
  };
}

export function usePageItems(): readonly PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const menu = useMenu();
  const dashboardLink = useDashboardLink();
  const { permissions } = useBootstrap();
  const keywordsOf = useScreenKeywords();
  const toItem = (to: string, screen: string, entry: Pick<PaletteItem, 'title' | 'icon' | 'hint'>): PaletteItem => ({
    key: `page-${to}`,
    ...entry,
    keywords: keywordsOf(screen),
    run: () => void navigate(to),
  });
  const explain = { title: t('console.nav.explain'), icon: 'security', hint: '' };
  const profile = { title: t('adminLayout.profile.title'), icon: 'account_circle', hint: '' };
  return [
    toItem(dashboardLink.to, 'dashboard', { ...dashboardLink, hint: '' }),
    ...flattenEntries(menu, '').flatMap(([{ to, title, icon, problem, entity, customScreen }, hint]) =>
      to !== '' && problem === undefined ? [toItem(to, entity || customScreen, { title, icon, hint })] : [],
    ),
    ...(isPermissionGranted(permissions, 'admin_group/index')
      ? [toItem(`${APP_PATHS.admin.home}/explain`, 'explain', explain)]
      : []),
    toItem(`${APP_PATHS.admin.home}/profile`, 'profile', profile),
  ];
}

/** The pages that the reader marked as favorites, in their order. */
export function useFavoriteItems(pages: readonly PaletteItem[]): readonly PaletteItem[] {
  const { favorites } = useBootstrap();
  const leaves = menuLeaves(useMenu());
  return favorites.flatMap((favorite) => {
    const to = leaves.find(({ id }) => id === favorite)?.to;
    const page = pages.find(({ key }) => key === `page-${to ?? ''}`);
    return page === undefined ? [] : [{ ...page, key: `favorite-${page.key}` }];
  });
}

/** "Add X" for each entity the reader may add. */
function useCreateItems(): readonly PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const language = useLanguage();
  const { registry } = useEngine();
  const { permissions } = useBootstrap();
  const keywordsOf = useScreenKeywords();
  return registry.all
    .filter(({ name }) => isPermissionGranted(permissions, `${name}/add`))
    .map((entity) => ({
      key: `add-${entity.name}`,
      title: t('palette.add', { name: lowercaseInitial(entityLabels(entity, language).one) }),
      hint: '',
      icon: entity.spec.icon,
      keywords: keywordsOf(entity.name),
      run: () => void navigate(`${APP_PATHS.admin.home}/${entity.name}?record=new`),
    }));
}
export interface ActionOpeners {
  readonly onShowOverlay: (overlay: Overlay) => void;
  readonly onShowShift: () => void;
}
export function useActionItems({ onShowOverlay, onShowShift }: ActionOpeners): readonly PaletteItem[] {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { signOut } = useSession();
  const fullScreen = useFullScreen();
  const createItems = useCreateItems();
  const canReadEntries = usePermissions(userMoneyLog).can('read');
  const action = (key: string, title: string, icon: string, run: () => void): PaletteItem => ({
    key,
    title,
    hint: '',
    icon,
    keywords: findPaletteKeywords(key),
    run,
  });
  return [
    action('light', t('palette.theme_light'), 'light_mode', () => dispatch(settingsChanged({ scheme: 'light' }))),
    action('dark', t('palette.theme_dark'), 'dark_mode', () => dispatch(settingsChanged({ scheme: 'dark' }))),
    action('en', 'English', 'language', () => dispatch(settingsChanged({ lang: 'en' }))),
    action('zh', '简体中文', 'language', () => dispatch(settingsChanged({ lang: 'zh-cn' }))),
    action('layout', t('adminLayout.layout.title'), 'web', () => onShowOverlay('layout')),
    action('full', t('adminLayout.layout.full'), 'desktop_windows', fullScreen),
    action('keys', t('palette.shortcuts'), 'keyboard', () => onShowOverlay('shortcuts')),
    ...(canReadEntries ? [action('shift', t('ledger.shift.title'), 'receipt_long', onShowShift)] : []),
    action('out', t('shell.sign_out'), 'person', signOut),
    ...createItems,
  ];
}
