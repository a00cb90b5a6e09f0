/** The members' screens for an address that leads nowhere, for one that is not theirs, and for who has none. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../shared/app';
import { SIDES } from '../../shared/onward';
import { useTitle } from '../../shared/useTitle';
import { EmptyState } from '../../ui/EmptyState';
import { Logo } from '../../ui/Logo';
import { useSiteName } from '../../shared/site';

interface RefusalProps {
  readonly name: string;
  readonly title: string;
  readonly help: string;
}
function Refusal({ name, title, help }: RefusalProps) {
  const { t } = useTranslation();
  const { go } = useApp();
  useTitle(name, useSiteName());
  return (
    <Stack component="main" sx={{ minHeight: '100dvh' }}>
      <EmptyState
        icon={<Logo size={40} />}
        level="h1"
        title={title}
        help={help}
        action={
          <Button variant="contained" onClick={() => go(SIDES.user.home)}>
            {t('member.refused.action')}
          </Button>
        }
      />
    </Stack>
  );
}

export function Missing() {
  const { t } = useTranslation();
  const words = { name: t('console.title.notFound'), title: t('console.missing.title') };
  return <Refusal help={t('console.missing.help')} {...words} />;
}

export function NoPower() {
  const { t } = useTranslation();
  const words = { name: t('console.title.noPower'), title: t('console.no_power.title') };
  return <Refusal help={t('member.refused.no_power')} {...words} />;
}

/** For whoever has an account and no page at all: it stands within the centre, where one can sign out and hears of a change. */
export function NothingOpen() {
  const { t } = useTranslation();
  useTitle(t('console.title.User'), useSiteName());
  return <EmptyState level="h1" title={t('member.refused.nothing')} help={t('member.refused.nothing_help')} />;
}
