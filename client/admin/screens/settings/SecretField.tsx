/** Secret setting: whether it is set, and buttons to replace or clear it. Its value is never shown. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../../../common/entities/config';
import type { WireRow } from '../../../../common/entity/projectRow';
import { usePermissions } from '../../../engine/usePermissions';
import { api } from '../../../shared/api/api';
import { useLanguage } from '../../../shared/i18n/i18n';
import { getSettingTip, getSettingTitle } from './settingEntity';

interface NewSecretProps {
  readonly title: string;
  readonly typed: string;
  readonly busy: boolean;
  readonly onType: (typed: string | null) => void;
}
function NewSecret({ title, typed, busy, onType }: NewSecretProps) {
  const { t } = useTranslation();
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
      <TextField
        type="password"
        size="small"
        autoFocus
        value={typed}
        onChange={(event) => onType(event.target.value)}
        slotProps={{
          htmlInput: { 'aria-label': `${title}: ${t('settings.secret_new')}`, autoComplete: 'new-password' },
        }}
        sx={{ flex: '1 1 220px' }}
      />
      <Button color="inherit" onClick={() => onType(null)}>
        {t('settings.cancel')}
      </Button>
      <Button type="submit" variant="outlined" disabled={typed === '' || busy}>
        {t('settings.save')}
      </Button>
    </Stack>
  );
}

export function SecretField({ row }: { readonly row: WireRow }) {
  const { t } = useTranslation();
  const permissions = usePermissions(config);
  const lang = useLanguage();
  const [title, tip] = [getSettingTitle(lang, row), getSettingTip(lang, row)];
  const [sendRequest, { isLoading }] = api.endpoints.request.useMutation();
  const [typed, setTyped] = useState<string | null>(null);
  const isSet = (row['value'] ?? null) !== null;
  const saveSecret = async (value: string) => {
    const body = { id: row['id'], value };
    const { error } = await sendRequest({ url: '/admin/config/seal', method: 'POST', body, announce: true });
    if (error !== undefined) return;
    setTyped(null);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typed !== null && typed !== '') void saveSecret(typed);
  };
  return (
    <Stack component="form" onSubmit={submit} sx={{ gap: 1 }} aria-label={title}>
      <Typography variant="body2" sx={{ fontWeight: 500 }}>
        {title}
      </Typography>
      {typed === null ? (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 2, minHeight: 36 }}>
          <Typography sx={{ color: isSet ? 'success.main' : 'text.secondary', mr: 2 }}>
            {t(isSet ? 'settings.secret_set' : 'settings.secret_none')}
          </Typography>
          {permissions.canRunAction('seal') && (
            <Button size="small" variant="outlined" onClick={() => setTyped('')}>
              {t('settings.secret_change')}
            </Button>
          )}
          {permissions.canRunAction('seal') && isSet && (
            <Button size="small" color="inherit" disabled={isLoading} onClick={() => void saveSecret('')}>
              {t('settings.secret_clear')}
            </Button>
          )}
        </Stack>
      ) : (
        <NewSecret title={title} typed={typed} busy={isLoading} onType={setTyped} />
      )}
      {tip !== '' && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {tip}
        </Typography>
      )}
    </Stack>
  );
}
