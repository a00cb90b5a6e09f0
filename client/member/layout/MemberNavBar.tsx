/** The navigation bar below the header: the screens of the member's group and the live balances. */
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { memberMenuTitle } from '../../../common/locales/memberMenuTitle';
import { useApp } from '../../shared/app/appContext';
import { StaleMark } from '../../shared/controls/StaleMark';
import { APP_PATHS } from '../../shared/routing/safeRedirects';
import { useAppSelector } from '../../shared/app/createStore';
import { useLanguage } from '../../shared/i18n/i18n';
import { selectSettings } from '../../shared/store/settings';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { useSession } from '../../shared/auth/useSession';
import { visuallyHidden } from '../../ui/visuallyHidden';
import { NamedIcon } from '../../ui/NamedIcon';
import { getLastSearch, usePath } from '../router';
import type { MenuEntry } from '../memberMenu';
import { useCenterQuery } from '../memberCenterApi';
import { useReportSeenAmounts } from '../balance/useReportSeenAmounts';
import { useSyncSessionUser } from '../ownRecord/useSyncSessionUser';
import { useOwnRecordUpdatedAt, useOwnRecord } from '../ownRecord/useOwnRecord';
import { BALANCE_KINDS, parseAmount } from '../balance/amounts';
import { LiveAmount } from '../balance/LiveAmount';

interface OwnAmountsProps {
  readonly isReportingSeen: boolean;
  /** The page shows the same amounts in large; here they are only announced. */
  readonly isOnlyAnnounced: boolean;
}
function OwnAmounts({ isReportingSeen, isOnlyAnnounced }: OwnAmountsProps) {
  const { t } = useTranslation();
  const { person } = useSession();
  const { discreet } = useAppSelector(selectSettings);
  const cachedRow = useOwnRecord(person?.id ?? 0);
  const updatedAt = useOwnRecordUpdatedAt(person?.id ?? 0);
  useReportSeenAmounts(cachedRow, isReportingSeen);
  return (
    <Box
      data-only-announced={isOnlyAnnounced}
      sx={isOnlyAnnounced ? { ...visuallyHidden, top: 0, left: 0 } : AMOUNTS_STYLE}
    >
      {BALANCE_KINDS.map((kind) => (
        <Box key={kind} sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5 }}>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t(`balance.name.${kind}`)}
          </Typography>
          <Box component="span" sx={{ fontWeight: 600 }}>
            <StaleMark updatedAt={updatedAt} isBalance>
              <LiveAmount
                kind={kind}
                value={parseAmount(kind, cachedRow?.row[kind])}
                isHidden={discreet}
                isAnnounced
                atEnd
              />
            </StaleMark>
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const AMOUNTS_STYLE = { display: 'flex', flexWrap: 'wrap', columnGap: 5, flex: 'none', py: 2 } as const;

function ScreenTabs({ entries, path }: { readonly entries: readonly MenuEntry[]; readonly path: string }) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { navigate } = useApp();
  const currentEntry = entries.find(({ href }) => href.toLowerCase() === path.toLowerCase());
  const open = (id: number) => {
    const entry = entries.find((candidate) => candidate.id === id);
    if (entry?.isExternal) window.open(entry.href, '_blank', 'noopener,noreferrer');
    else if (entry) navigate(entry.href + (entry.isCached ? getLastSearch(entry.href) : ''));
  };
  return (
    <Tabs
      value={currentEntry?.id ?? false}
      onChange={(_, id: number) => open(id)}
      variant="scrollable"
      scrollButtons="auto"
      // On a phone, too, an arrow shows that there are more screens.
      allowScrollButtonsMobile
      aria-label={t('balance.screens')}
      sx={TABS_STYLE}
    >
      {entries.map(({ id, title, titleEn, icon }) => (
        <Tab
          key={id}
          value={id}
          label={lang === 'en' && titleEn !== '' ? titleEn : memberMenuTitle(title, lang)}
          {...(icon === '' ? {} : { icon: <NamedIcon name={icon} />, iconPosition: 'start' })}
        />
      ))}
    </Tabs>
  );
}

const TABS_STYLE = {
  flex: 1,
  minWidth: 0,
  minHeight: 44,
  '& .MuiTab-root': { minHeight: 44, px: { xs: 2, sm: 3 }, minWidth: 0 },
  '& .MuiTab-icon': { display: { xs: 'none', sm: 'block' } },
  '& .MuiTabScrollButton-root': { width: 28, '&.Mui-disabled': { display: 'none' } },
} as const;

export function MemberNavBar() {
  useLazyTranslations();
  useSyncSessionUser();
  const path = usePath();
  const { data } = useCenterQuery(undefined);
  return (
    <Box
      sx={{
        display: 'flex',
        // The tabs come first on a phone, so that they stay in place where the amounts are hidden.
        flexDirection: { xs: 'column', sm: 'row' },
        alignItems: { sm: 'center' },
        columnGap: 4,
        minHeight: 44,
      }}
    >
      <ScreenTabs entries={data?.entries ?? []} path={path} />
      <OwnAmounts isReportingSeen={data?.supportUntil === 0} isOnlyAnnounced={path === APP_PATHS.member.front} />
    </Box>
  );
}
