/** What one did lately, newest first. */
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api';
import { useFormatters } from '../../../shared/i18n/format';
import { asString, asInteger } from '../../../../common/json';
import { ProfileSection } from '../../../shared/account/ProfileSection';
import { listRows } from '../../../shared/account/listRows';

const READ = { url: '/admin/profile/log', params: { page: 1, limit: 10 }, isSilent: true, allowsParallel: true };

export function OwnLog() {
  const { t } = useTranslation();
  const format = useFormatters();
  const { data } = api.useAskQuery(READ, { refetchOnMountOrArgChange: true });
  const list = listRows(data);
  return (
    <ProfileSection title={t('adminLayout.profile.log')}>
      {list.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{t('adminLayout.profile.log_none')}</Typography>
      )}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 3 }}>
        {list.map((one) => (
          <Stack key={String(one['id'])} component="li" direction="row" sx={{ gap: 3 }}>
            <Typography noWrap sx={{ flex: 1 }}>
              {asString(one['title']) || asString(one['url'])}
            </Typography>
            <Typography variant="caption" noWrap sx={{ color: 'text.secondary' }}>
              {format.dateTime(asInteger(one['create_time'] ?? one['createtime']))}
            </Typography>
          </Stack>
        ))}
      </Stack>
    </ProfileSection>
  );
}
