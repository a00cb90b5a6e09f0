/** Pages and actions of the command palette, in the current language and limited to the reader's permissions. */
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { useEngine } from '../../../engine/engineContext';
import { lowercaseInitial } from '../../../engine/lowercaseInitial';
import { isNodeGranted, useBootstrap } from '../../../shared/api/bootstrap';
import { useAppDispatch } from '../../../shared/app/createStore';
import { useLanguage } from '../../../shared/i18n/i18n';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import { settingsChanged } from '../../../shared/store/settings';
import { useSession } from '../../../shared/auth/useSession';
import type { Overlay } from '../overlay';
import { useDashboardLink, useMenu, type MenuEntry } from '../menu/menuEntries';
import { useFullScreen } from '../useFullScreen';

export interface PaletteItem {
  readonly key: string;
  readonly title: string;
  readonly hint: string;
  readonly icon: string;
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

export function usePageItems(): readonly PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const menu = useMenu();
  const dashboardLink = useDashboardLink();
  const toItem = (to: string, title: string, icon: string, hint = ''): PaletteItem => ({
    key: `page-${to}`,
    title,
    hint,
    icon,
    run: () => void navigate(to),
  });
  return [
    toItem(dashboardLink.to, dashboardLink.title, dashboardLink.icon),
    ...flattenEntries(menu, '').flatMap(([{ to, title, icon, problem }, hint]) =>
      to !== '' && problem === undefined ? [toItem(to, title, icon, hint)] : [],
    ),
    toItem(`${APP_PATHS.admin.home}/profile`, t('adminLayout.profile.title'), 'account_circle'),
  ];
}

/** "Add X" for each entity the reader may add. */
function useCreateItems(): readonly PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const language = useLanguage();
  const { registry } = useEngine();
  const { permissions } = useBootstrap();
  return registry.all
    .filter(({ name }) => isNodeGranted(permissions, `${name}/add`))
    .map((entity) => ({
      key: `add-${entity.name}`,
      title: t('adminLayout.palette.add', { name: lowercaseInitial(entityLabels(entity, language).one) }),
      hint: '',
      icon: entity.spec.icon,
      run: () => void navigate(`${APP_PATHS.admin.home}/${entity.name}?record=new`),
    }));
}
export function useActionItems(onShowOverlay: (overlay: Overlay) => void): readonly PaletteItem[] {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { signOut } = useSession();
  const fullScreen = useFullScreen();
  const createItems = useCreateItems();
  const action = (key: string, title: string, icon: string, run: () => void): PaletteItem => ({
    key,
    title,
    hint: '',
    icon,
    run,
  });
  return [
    action('light', t('adminLayout.palette.theme_light'), 'settings', () =>
      dispatch(settingsChanged({ scheme: 'light' })),
    ),
    action('dark', t('adminLayout.palette.theme_dark'), 'settings', () =>
      dispatch(settingsChanged({ scheme: 'dark' })),
    ),
    action('en', 'English', 'language', () => dispatch(settingsChanged({ lang: 'en' }))),
    action('zh', '简体中文', 'language', () => dispatch(settingsChanged({ lang: 'zh-cn' }))),
    action('layout', t('adminLayout.layout.title'), 'tune', () => onShowOverlay('layout')),
    action('full', t('adminLayout.layout.full'), 'web', fullScreen),
    action('keys', t('adminLayout.palette.shortcuts'), 'list', () => onShowOverlay('shortcuts')),
    action('out', t('shell.sign_out'), 'key', signOut),
    ...createItems,
  ];
}
