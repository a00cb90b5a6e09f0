/** The two forms beside signing in: becoming a member, and a new password. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLaterWords } from '../../shared/useLaterWords';
import { Register } from './Register';
import { Retrieve } from './Retrieve';
import { useJoiningForm } from './useJoiningForm';

interface JoiningProps {
  readonly what: 'register' | 'retrieve';
  readonly onSignIn: () => void;
}
export function Joining({ what, onSignIn }: JoiningProps) {
  useLaterWords();
  const { t } = useTranslation();
  const form = useJoiningForm();
  return (
    <>
      <Typography variant="h1">{t(`joining.${what}.heading`)}</Typography>
      <Typography sx={{ color: 'text.secondary', mt: 1, mb: 6 }}>{t(`joining.${what}.lead`)}</Typography>
      {form === undefined && <Skeleton height={320} />}
      {form?.closed && <Alert severity="warning">{t('faults.member.disabled')}</Alert>}
      {/* What was typed stays for when it opens again. */}
      <Box hidden={form?.closed}>
        {form && (what === 'register' ? <Register form={form} /> : <Retrieve form={form} onDone={onSignIn} />)}
      </Box>
    </>
  );
}
