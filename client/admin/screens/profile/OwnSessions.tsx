/** Where one is signed in, and the way out of there. */
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api';
import { useApp } from '../../../shared/app';
import { useFormat } from '../../../shared/format';
import { asText, asWhole } from '../../../shared/persist';
import { Part } from './Part';
import { rowsIn } from './rowsIn';

const READ = { url: '/admin/profile/sessions', quiet: true, repeatable: true };

export function OwnSessions() {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const format = useFormat();
  const { data, refetch } = api.useAskQuery(READ, { refetchOnMountOrArgChange: true });
  const [ask, { isLoading }] = api.useRequestMutation();
  const list = rowsIn(data);
  const end = async (action: 'revoke' | 'revokeOthers', body: object) => {
    const { error } = await ask({ url: `/admin/profile/${action}`, method: 'POST', body });
    if (error === undefined) toasts.show('success', t('frame.profile.signed_out'));
    void refetch();
  };
  return (
    <Part title={t('frame.profile.sessions')}>
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 4 }}>
        {list.map((one) => (
          <Stack key={String(one['id'])} component="li" direction="row" sx={{ gap: 3, alignItems: 'center' }}>
            <Stack sx={{ flex: 1, minWidth: 0 }}>
              <Typography noWrap sx={{ fontWeight: 500 }}>
                {[asText(one['browser']), asText(one['system'])].filter(Boolean).join(' · ') ||
                  t('frame.profile.unknown_device')}
              </Typography>
              <Typography variant="caption" noWrap sx={{ color: 'text.secondary' }}>
                {asText(one['ip'])} · {t('frame.profile.seen', { time: format.dateTime(asWhole(one['seen_time'])) })}
              </Typography>
            </Stack>
            {one['current'] === true ? (
              <Chip label={t('frame.profile.current')} />
            ) : (
              <Button size="small" disabled={isLoading} onClick={() => void end('revoke', { id: one['id'] })}>
                {t('frame.profile.sign_out')}
              </Button>
            )}
          </Stack>
        ))}
      </Stack>
      {list.length > 1 && (
        <Button variant="outlined" sx={{ mt: 4 }} disabled={isLoading} onClick={() => void end('revokeOthers', {})}>
          {t('frame.profile.sign_out_all')}
        </Button>
      )}
    </Part>
  );
}
