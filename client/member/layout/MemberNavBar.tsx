/** The navigation bar below the header: the screens of the member's group and the live balances. */
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { memberMenuTitle } from '../../../common/locales/memberMenuTitle';
import { useApp } from '../../shared/app/appContext';
import { StaleMark } from '../../shared/controls/StaleMark';
import { useAppSelector } from '../../shared/app/createStore';
import { useLanguage } from '../../shared/i18n/i18n';
import { selectSettings } from '../../shared/store/settings';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { useSession } from '../../shared/auth/useSession';
import { NamedIcon } from '../../ui/NamedIcon';
import { getLastSearch, usePath } from '../router';
import type { MenuEntry } from '../memberMenu';
import { useCenterQuery } from '../memberCenterApi';
import { useReportSeenAmounts } from '../balance/useReportSeenAmounts';
import { useSyncSessionUser } from '../ownRecord/useSyncSessionUser';
import { useOwnRecordUpdatedAt, useOwnRecord } from '../ownRecord/useOwnRecord';
import { BALANCE_KINDS, parseAmount } from '../balance/amounts';
import { LiveAmount } from '../balance/LiveAmount';

function OwnAmounts({ isReportingSeen }: { readonly isReportingSeen: boolean }) {
  const { t } = useTranslation();
  const { person } = useSession();
  const { discreet } = useAppSelector(selectSettings);
  const cachedRow = useOwnRecord(person?.id ?? 0);
  const updatedAt = useOwnRecordUpdatedAt(person?.id ?? 0);
  useReportSeenAmounts(cachedRow, isReportingSeen);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 5, flex: 'none', py: 2 }}>
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
      aria-label={t('balance.screens')}
      sx={{ flex: 1, minWidth: 0, minHeight: 44, '& .MuiTab-root': { minHeight: 44, px: 3, minWidth: 0 } }}
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

export function MemberNavBar() {
  useLazyTranslations();
  useSyncSessionUser();
  const path = usePath();
  const { data } = useCenterQuery(undefined);
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'column-reverse', sm: 'row' },
        alignItems: { sm: 'center' },
        columnGap: 4,
        minHeight: { xs: 84, sm: 44 },
      }}
    >
      <ScreenTabs entries={data?.entries ?? []} path={path} />
      <OwnAmounts isReportingSeen={data?.supportUntil === 0} />
    </Box>
  );
}
