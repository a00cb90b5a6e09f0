/** Lists the person's sessions, each with a button that ends it. */
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { api } from '../api/api';
import { useFormatters } from '../i18n/format';
import { asString, asInteger } from '../../../common/json';
import { useLazyTranslations } from '../i18n/useLazyTranslations';
import { ProfileSection } from './ProfileSection';
import { listRows } from './listRows';

type Row = Readonly<Record<string, unknown>>;

function SessionItem({ row, busy, onEnd }: { readonly row: Row; readonly busy: boolean; readonly onEnd: () => void }) {
  const { t } = useTranslation();
  const format = useFormatters();
  const isSupport = row['support'] === true;
  const browserText = [asString(row['browser']), asString(row['system'])].filter(Boolean).join(' · ');
  const device = isSupport ? t('devices.support') : browserText || t('devices.unknown');
  const time = format.dateTime(asInteger(row['seen_time']));
  return (
    <Stack component="li" direction="row" sx={{ gap: 3, alignItems: 'center' }}>
      <Stack sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap sx={{ fontWeight: 500 }}>
          {device}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {isSupport ? t('devices.support_text') : asString(row['ip'])} · {t('devices.seen', { time })}
        </Typography>
      </Stack>
      {row['current'] === true ? (
        <Chip label={t('devices.current')} />
      ) : (
        <Button
          size="small"
          aria-label={t('devices.sign_out_named', { device, time })}
          disabled={busy}
          onClick={onEnd}
          sx={{ flex: 'none' }}
        >
          {t('devices.sign_out')}
        </Button>
      )}
    </Stack>
  );
}

/** `base`: `/admin/profile` of staff, `/api/account` of members. */
export function OwnSessions({ base }: { readonly base: '/admin/profile' | '/api/account' }) {
  useLazyTranslations();
  const { t } = useTranslation();
  const request = { url: `${base}/sessions`, isSilent: true, allowsParallel: true };
  const { data, refetch } = api.useReadQuery(request, { refetchOnMountOrArgChange: true });
  const [send, { isLoading }] = api.useRequestMutation();
  const list = listRows(data);
  const endSession = async (action: 'revoke' | 'revokeOthers', body: object) => {
    await send({ url: `${base}/${action}`, method: 'POST', body, announce: true });
    void refetch();
  };
  return (
    <ProfileSection title={t('devices.title')}>
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 4 }}>
        {list.map((row) => (
          <SessionItem
            key={String(row['id'])}
            row={row}
            busy={isLoading}
            onEnd={() => void endSession('revoke', { id: row['id'] })}
          />
        ))}
      </Stack>
      {list.length > 1 && (
        <Button
          variant="outlined"
          sx={{ mt: 4 }}
          disabled={isLoading}
          onClick={() => void endSession('revokeOthers', {})}
        >
          {t('devices.sign_out_all')}
        </Button>
      )}
    </ProfileSection>
  );
}
