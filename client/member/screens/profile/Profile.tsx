/** The member’s own account: profile, contact data and sessions. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { OwnSessions } from '../../../shared/account/OwnSessions';
import { ProfileSection } from '../../../shared/account/ProfileSection';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { useSession } from '../../../shared/auth/useSession';
import { useDocumentTitle } from '../../../shared/app/useDocumentTitle';
import { useOwnRecord } from '../../ownRecord/useOwnRecord';
import { ReadOnlyDuringSupport } from '../../support/ReadOnlyDuringSupport';
import { ContactList } from './ContactList';
import { ProfileFields } from './ProfileFields';
import { useSiteName } from '../../../shared/store/siteSettings';

export function Profile() {
  useLazyTranslations();
  const { t } = useTranslation();
  const { person } = useSession();
  const cachedRow = useOwnRecord(person?.id ?? 0);
  useDocumentTitle(t('registration.profile.title'), useSiteName());
  return (
    <Stack sx={{ gap: 6 }}>
      <Box>
        <Typography variant="h1">{t('registration.profile.title')}</Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1, overflowWrap: 'anywhere' }}>
          {t('registration.profile.signs_in_as', { username: person?.username ?? '' })}
        </Typography>
      </Box>
      <ProfileSection title={t('registration.profile.person')}>
        <ReadOnlyDuringSupport>
          {cachedRow ? <ProfileFields row={cachedRow.row} /> : <Skeleton height={388} />}
        </ReadOnlyDuringSupport>
      </ProfileSection>
      <ProfileSection title={t('registration.bind.title')}>
        <ReadOnlyDuringSupport>
          {cachedRow ? <ContactList row={cachedRow.row} /> : <Skeleton height={120} />}
        </ReadOnlyDuringSupport>
      </ProfileSection>
      <ReadOnlyDuringSupport>
        <OwnSessions base="/api/account" />
      </ReadOnlyDuringSupport>
    </Stack>
  );
}
