/** The bar under the header: the member's screens as its group has them, and what the member owns, live on every page. */
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { memberTitle } from '../../../common/locales/memberTitle';
import { useApp } from '../../shared/app';
import { AsOf } from '../../shared/controls/AsOf';
import { useAppSelector } from '../../shared/createStore';
import { useLang } from '../../shared/i18n';
import { selectSettings } from '../../shared/settings';
import { useLaterWords } from '../../shared/useLaterWords';
import { useSession } from '../../shared/useSession';
import { NamedIcon } from '../../ui/icons';
import { searchLeftAt, usePath } from '../address';
import type { CentreEntry } from '../centre';
import { useCentreQuery } from '../centreApi';
import { useSeen } from '../care/useSeen';
import { useOwnPerson } from '../useOwnPerson';
import { useOwnAsOf, useOwnRow } from '../useOwnRow';
import { WEALTH_KINDS, wholeOf } from '../wealth/amounts';
import { LiveFigure } from '../wealth/LiveFigure';

function OwnFigures({ counts }: { readonly counts: boolean }) {
  const { t } = useTranslation();
  const { person } = useSession();
  const { discreet } = useAppSelector(selectSettings);
  const held = useOwnRow(person?.id ?? 0);
  const asOf = useOwnAsOf(person?.id ?? 0);
  useSeen(held, counts);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 5, flex: 'none', py: 2 }}>
      {WEALTH_KINDS.map((kind) => (
        <Box key={kind} sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5 }}>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t(`wealth.name.${kind}`)}
          </Typography>
          <Box component="span" sx={{ fontWeight: 600 }}>
            <AsOf at={asOf} owned>
              <LiveFigure kind={kind} value={wholeOf(kind, held?.row[kind])} hidden={discreet} speaks atEnd />
            </AsOf>
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Screens({ entries, path }: { readonly entries: readonly CentreEntry[]; readonly path: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { go } = useApp();
  const here = entries.find(({ to }) => to.toLowerCase() === path.toLowerCase());
  const open = (id: number) => {
    const entry = entries.find((one) => one.id === id);
    if (entry?.elsewhere) window.open(entry.to, '_blank', 'noopener,noreferrer');
    else if (entry) go(entry.to + (entry.keepalive ? searchLeftAt(entry.to) : ''));
  };
  return (
    <Tabs
      value={here?.id ?? false}
      onChange={(_, id: number) => open(id)}
      variant="scrollable"
      scrollButtons="auto"
      aria-label={t('wealth.screens')}
      sx={{ flex: 1, minWidth: 0, minHeight: 44, '& .MuiTab-root': { minHeight: 44, px: 3, minWidth: 0 } }}
    >
      {entries.map(({ id, title, icon }) => (
        <Tab
          key={id}
          value={id}
          label={memberTitle(title, lang)}
          {...(icon === '' ? {} : { icon: <NamedIcon name={icon} />, iconPosition: 'start' })}
        />
      ))}
    </Tabs>
  );
}

export function CentreBar() {
  useLaterWords();
  useOwnPerson();
  const path = usePath();
  const { data } = useCentreQuery(undefined);
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
      <Screens entries={data?.entries ?? []} path={path} />
      <OwnFigures counts={data?.support === 0} />
    </Box>
  );
}
