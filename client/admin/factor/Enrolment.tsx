/** What somebody sees whose role group asks for a second factor and who has none: the way to get one, and the way out. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../../shared/controls/LanguageMenu';
import { SchemeMenu } from '../../shared/controls/SchemeMenu';
import { useLaterWords } from '../../shared/useLaterWords';
import { useSession } from '../../shared/useSession';
import { useTitle } from '../../shared/useTitle';
import { Logo } from '../../ui/Logo';
import { StepUpDialog } from '../layout/StepUpDialog';
import { SecondFactor } from './SecondFactor';
import { useFactor } from './useFactor';
import { useSiteName } from '../../shared/site';

export function Enrolment({ onDone }: { readonly onDone: () => void }) {
  useLaterWords();
  const { t } = useTranslation();
  const { signOut } = useSession();
  const factor = useFactor();
  const site = useSiteName();
  useTitle(t('factor.enrol_title'), site);
  const has = factor.state.otp || factor.state.passkeys.length > 0;
  return (
    <Box component="main" sx={{ minHeight: '100dvh', px: { xs: 4, sm: 6 }, py: 6 }}>
      <Stack direction="row" sx={{ alignItems: 'center', maxWidth: 560, mx: 'auto', mb: 8 }}>
        <Box sx={{ flex: 1 }}>
          <Logo name={site} />
        </Box>
        <LanguageMenu />
        <SchemeMenu />
      </Stack>
      <Stack sx={{ maxWidth: 560, mx: 'auto', gap: 4 }}>
        <Box>
          <Typography variant="h1">{t('factor.enrol_title')}</Typography>
          <Typography sx={{ color: 'text.secondary', mt: 1 }}>{t('factor.enrol_lead')}</Typography>
        </Box>
        <SecondFactor factor={factor} />
        <Stack direction="row" sx={{ gap: 2 }}>
          {has && (
            <Button variant="contained" onClick={onDone}>
              {t('factor.enrol_done')}
            </Button>
          )}
          <Button onClick={signOut}>{t('factor.sign_out')}</Button>
        </Stack>
      </Stack>
      <StepUpDialog />
    </Box>
  );
}
