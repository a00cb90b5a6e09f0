/** What one did lately, newest first. */
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api';
import { useFormat } from '../../../shared/format';
import { asText, asWhole } from '../../../shared/persist';
import { Part } from '../../../shared/account/Part';
import { rowsIn } from '../../../shared/account/rowsIn';

const READ = { url: '/admin/profile/log', params: { page: 1, limit: 10 }, quiet: true, repeatable: true };

export function OwnLog() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = api.useAskQuery(READ, { refetchOnMountOrArgChange: true });
  const list = rowsIn(data);
  return (
    <Part title={t('frame.profile.log')}>
      {list.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('frame.profile.log_none')}</Typography>}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 3 }}>
        {list.map((one) => (
          <Stack key={String(one['id'])} component="li" direction="row" sx={{ gap: 3 }}>
            <Typography noWrap sx={{ flex: 1 }}>
              {asText(one['title']) || asText(one['url'])}
            </Typography>
            <Typography variant="caption" noWrap sx={{ color: 'text.secondary' }}>
              {format.dateTime(asWhole(one['create_time'] ?? one['createtime']))}
            </Typography>
          </Stack>
        ))}
      </Stack>
    </Part>
  );
}
