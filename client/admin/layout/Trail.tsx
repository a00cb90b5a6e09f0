/** The way to the open screen: group, entity, record. Also names the browser's tab. */
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useLocation } from 'react-router';
import { isRecordPart } from '../../../common/adminScreens';
import { useEngine } from '../../engine/engineContext';
import { useBootstrap } from '../../shared/bootstrap';
import { useLang } from '../../shared/i18n';
import { MISSING, NO_POWER, SIDES } from '../../shared/onward';
import { useTitle } from '../../shared/useTitle';
import { nounAt, trailTo, usePlaces, type MenuEntry } from './menu';
import { openedAt } from './routed';

interface Step {
  readonly title: string;
  readonly to: string;
}

const OWN_TITLES: Readonly<
  Record<
    string,
    | 'console.nav.overview'
    | 'frame.profile.title'
    | 'console.nav.explain'
    | 'console.title.notFound'
    | 'console.title.noPower'
    | 'console.title.Loading'
  >
> = {
  [SIDES.admin.front]: 'console.nav.overview',
  [`${SIDES.admin.home}/profile`]: 'frame.profile.title',
  [`${SIDES.admin.home}/explain`]: 'console.nav.explain',
  [SIDES.admin.loading]: 'console.title.Loading',
  [MISSING]: 'console.title.notFound',
  [NO_POWER]: 'console.title.noPower',
};

/** The way to the open screen by the menu; a noun that may not be read any more is still called by its name. */
function useWay(path: string): readonly Pick<MenuEntry, 'title' | 'to'>[] {
  const trail = trailTo(usePlaces(), path);
  const { entities } = useBootstrap();
  const { registry } = useEngine();
  const lost = nounAt(path, registry, useLang());
  const isLost = lost !== undefined && entities[path.split('/')[2] ?? ''] === undefined;
  return trail.length === 0 && isLost ? [lost] : trail;
}

/** The record that is open alone on the page. */
function useRecord(path: string): string | undefined {
  const { menus, entities } = useBootstrap();
  const { registry } = useEngine();
  const opened = openedAt(path, { registry, menus });
  if (opened) return 'to' in opened ? undefined : opened.record;
  const last = path.split('/').at(-1) ?? '';
  return entities[path.split('/')[2] ?? ''] === undefined && isRecordPart(last) ? last : undefined;
}

function useSteps(): readonly Step[] {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const record = useRecord(pathname);
  const trail = useWay(pathname);
  if (trail.length === 0) {
    return [{ title: t(OWN_TITLES[pathname] ?? 'console.title.admin'), to: '' }];
  }
  const steps = trail.map(({ title, to }, at) => ({ title, to: at === trail.length - 1 ? to : '' }));
  if (record === undefined) return steps.map(({ title }) => ({ title, to: '' }));
  return [...steps, { title: /^\d+$/.test(record) ? `#${record}` : t('console.nav.new'), to: '' }];
}

export function Trail() {
  const { t } = useTranslation();
  const { siteConfig } = useBootstrap();
  const steps = useSteps();
  useTitle(
    steps
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
        '& ol': { flexWrap: 'nowrap' },
        '& li': { minWidth: 0, flexShrink: 1 },
        '& li:not(:last-of-type)': { display: { xs: 'none', sm: 'flex' } },
        // Where there is little room: where one is, and what that belongs to.
        '& li:nth-last-of-type(n + 4)': { display: { xs: 'none', lg: 'flex' } },
        '& li:last-of-type:not(:first-of-type)': { flexShrink: 0.2 },
        '& .MuiBreadcrumbs-separator': { mx: 2, color: 'text.disabled', display: { xs: 'none', sm: 'flex' } },
      }}
    >
      {steps.map(({ title, to }, at) =>
        to === '' ? (
          <Typography
            key={title}
            noWrap
            aria-current={at === steps.length - 1 ? 'page' : undefined}
            sx={{
              color: at === steps.length - 1 ? 'text.primary' : 'text.secondary',
              fontWeight: at === steps.length - 1 ? 500 : 400,
            }}
          >
            {title}
          </Typography>
        ) : (
          <Link key={title} component={RouterLink} to={to} noWrap sx={{ color: 'text.secondary', display: 'block' }}>
            {title}
          </Link>
        ),
      )}
    </Breadcrumbs>
  );
}
