/** Latest log entries of the admin, newest first. */
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api';
import { useFormatters } from '../../../shared/i18n/format';
import { asString, asInteger } from '../../../../common/json';
import { ProfileSection } from '../../../shared/account/ProfileSection';
import { listRows } from '../../../shared/account/listRows';

const LOG_REQUEST = { url: '/admin/profile/log', params: { page: 1, limit: 10 }, isSilent: true, allowsParallel: true };

export function RecentActivity() {
  const { t } = useTranslation();
  const format = useFormatters();
  const { data } = api.useReadQuery(LOG_REQUEST, { refetchOnMountOrArgChange: true });
  const list = listRows(data);
  return (
    <ProfileSection title={t('ownProfile.log')}>
      {list.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('ownProfile.log_none')}</Typography>}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 3 }}>
        {list.map((entry) => (
          <Stack key={String(entry['id'])} component="li" direction="row" sx={{ gap: 3 }}>
            <Typography noWrap sx={{ flex: 1 }}>
              {asString(entry['title']) || asString(entry['url'])}
            </Typography>
            <Typography variant="caption" noWrap sx={{ color: 'text.secondary' }}>
              {format.dateTime(asInteger(entry['create_time'] ?? entry['createtime']))}
            </Typography>
          </Stack>
        ))}
      </Stack>
    </ProfileSection>
  );
}
