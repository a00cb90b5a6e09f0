/** Breadcrumbs of the open screen: menu group, entity, record. Also sets the document title. */
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useLocation } from 'react-router';
import { isRecordSegment } from '../../../../common/adminScreens';
import { useEngine } from '../../../engine/engineContext';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { useLanguage } from '../../../shared/i18n/i18n';
import { NOT_FOUND_PATH, FORBIDDEN_PATH, APP_PATHS } from '../../../shared/routing/safeRedirects';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectTabs } from '../../../shared/store/tabs';
import { useDocumentTitle } from '../../../shared/app/useDocumentTitle';
import { entityEntryAt, findMenuTrail, useAllMenuEntries, type MenuEntry } from '../menu/menuEntries';
import { resolveScreen } from '../menu/resolveScreen';
import { useRecordTitles } from '../tabs/useRecordTitles';

interface Breadcrumb {
  readonly key: string;
  readonly title: string;
  readonly to: string;
}

const CUSTOM_SCREEN_TITLES: Readonly<
  Record<
    string,
    | 'console.nav.overview'
    | 'adminLayout.profile.title'
    | 'console.nav.explain'
    | 'console.title.notFound'
    | 'console.title.noPower'
    | 'console.title.Loading'
  >
> = {
  [APP_PATHS.admin.front]: 'console.nav.overview',
  [`${APP_PATHS.admin.home}/profile`]: 'adminLayout.profile.title',
  [`${APP_PATHS.admin.home}/explain`]: 'console.nav.explain',
  [APP_PATHS.admin.loading]: 'console.title.Loading',
  [NOT_FOUND_PATH]: 'console.title.notFound',
  [FORBIDDEN_PATH]: 'console.title.noPower',
};

/** Menu entries from the root to the path. A personal entity, which has none, and one whose permission was lost still have their names. */
function useMenuTrail(path: string): readonly Pick<MenuEntry, 'title' | 'to'>[] {
  const trail = findMenuTrail(useAllMenuEntries(), path);
  const { entities } = useBootstrap();
  const { registry } = useEngine();
  const unlistedEntity = entityEntryAt(path, registry, useLanguage());
  const name = path.split('/')[2] ?? '';
  const isNamed = entities[name] === undefined || registry.get(name)?.spec.personal === true;
  return trail.length === 0 && unlistedEntity !== undefined && isNamed ? [unlistedEntity] : trail;
}

/** Id of the record that is open as a page; undefined on lists. */
function useOpenRecordId(path: string): string | undefined {
  const { menus, entities } = useBootstrap();
  const { registry } = useEngine();
  const resolved = resolveScreen(path, { registry, menus });
  if (resolved) return 'to' in resolved ? undefined : resolved.recordId;
  const lastSegment = path.split('/').at(-1) ?? '';
  return entities[path.split('/')[2] ?? ''] === undefined && isRecordSegment(lastSegment) ? lastSegment : undefined;
}

/** The record's title, its id while the title is unknown. */
function useRecordText(path: string, recordId: string | undefined): string {
  const { t } = useTranslation();
  const { open } = useAppSelector(selectTabs);
  const tabs = useMemo(() => [open.find((tab) => tab.path === path) ?? { path, search: '' }], [open, path]);
  const [title] = useRecordTitles(tabs);
  return title?.shown ?? (recordId === 'new' ? t('console.nav.new') : `#${recordId ?? ''}`);
}

function useBreadcrumbs(): readonly Breadcrumb[] {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  // A record beside its list is named like one that is open as a page.
  const besideList = /[?&]record=(\d+)/.exec(search)?.[1];
  const path = besideList === undefined ? pathname : `${pathname}/${besideList}`;
  const recordId = useOpenRecordId(path);
  const recordText = useRecordText(path, recordId);
  const trail = useMenuTrail(pathname);
  if (trail.length === 0) {
    return [{ key: 'screen', title: t(CUSTOM_SCREEN_TITLES[pathname] ?? 'console.title.admin'), to: '' }];
  }
  const breadcrumbs = trail.map(({ title, to }, index) => ({
    key: `${index} ${to}`,
    title,
    to: index === trail.length - 1 && recordId !== undefined && path === pathname ? to : '',
  }));
  return recordId === undefined ? breadcrumbs : [...breadcrumbs, { key: 'record', title: recordText, to: '' }];
}

export function PageBreadcrumbs() {
  const { t } = useTranslation();
  const { siteConfig } = useBootstrap();
  const breadcrumbs = useBreadcrumbs();
  useDocumentTitle(
    breadcrumbs
      .slice(-2)
      .map(({ title }) => title)
      .reverse()
      .join(' · '),
    siteConfig.siteName,
  );
  return (
    <Breadcrumbs
      aria-label={t('console.nav.breadcrumb')}
      sx={{
        minWidth: 0,
        '& ol': { flexWrap: 'nowrap' },
        '& li': { minWidth: 0, flexShrink: 1 },
        '& li:not(:last-of-type)': { display: { xs: 'none', sm: 'flex' } },
        // Below `lg` only the last three levels.
        '& li:nth-last-of-type(n + 4)': { display: { xs: 'none', lg: 'flex' } },
        // On a phone it is the only item: with a sum of shrink factors below 1 it would not shrink enough.
        '& li:last-of-type:not(:first-of-type)': { flexShrink: { xs: 1, sm: 0.2 } },
        '& .MuiBreadcrumbs-separator': { mx: 2, color: 'text.disabled', display: { xs: 'none', sm: 'flex' } },
      }}
    >
      {breadcrumbs.map(({ key, title, to }, index) =>
        to === '' ? (
          <Typography
            key={key}
            noWrap
            aria-current={index === breadcrumbs.length - 1 ? 'page' : undefined}
            sx={{
              color: index === breadcrumbs.length - 1 ? 'text.primary' : 'text.secondary',
              fontWeight: index === breadcrumbs.length - 1 ? 500 : 400,
              maxWidth: 360,
            }}
          >
            {title}
          </Typography>
        ) : (
          <Link key={key} component={RouterLink} to={to} noWrap sx={{ color: 'text.secondary', display: 'block' }}>
            {title}
          </Link>
        ),
      )}
    </Breadcrumbs>
  );
}
