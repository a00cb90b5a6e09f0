/** The member's own account: who one is, how one is reached, and where one is signed in. */
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { OwnSessions } from '../../../shared/account/OwnSessions';
import { Part } from '../../../shared/account/Part';
import { useLaterWords } from '../../../shared/useLaterWords';
import { useSession } from '../../../shared/useSession';
import { useTitle } from '../../../shared/useTitle';
import { useOwnRow } from '../../useOwnRow';
import { LookOnly } from '../../care/LookOnly';
import { Bindings } from './Bindings';
import { PersonForm } from './PersonForm';
import { useSiteName } from '../../../shared/site';

export function Profile() {
  useLaterWords();
  const { t } = useTranslation();
  const { person } = useSession();
  const held = useOwnRow(person?.id ?? 0);
  useTitle(t('joining.profile.title'), useSiteName());
  return (
    <Stack sx={{ gap: 6 }}>
      <Typography variant="h1">{t('joining.profile.title')}</Typography>
      <Part title={t('joining.profile.person')}>
        <LookOnly>{held ? <PersonForm row={held.row} /> : <Skeleton height={388} />}</LookOnly>
      </Part>
      <Part title={t('joining.bind.title')}>
        <LookOnly>{held ? <Bindings row={held.row} /> : <Skeleton height={120} />}</LookOnly>
      </Part>
      <LookOnly>
        <OwnSessions base="/api/account" />
      </LookOnly>
    </Stack>
  );
}
