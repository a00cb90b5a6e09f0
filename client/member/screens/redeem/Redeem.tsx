/** Redeeming an activation code; a link may bring the code along, as in `/user/redeem?code=…`. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCode } from '../../../../common/text/codes';
import { useSiteName } from '../../../shared/site';
import { useLaterWords } from '../../../shared/useLaterWords';
import { useTitle } from '../../../shared/useTitle';
import { useSearch } from '../../address';
import { LookOnly } from '../../care/LookOnly';
import { useSending } from '../../useSending';

const LONGEST_CODE = 200;

export function Redeem() {
  useLaterWords();
  const { t } = useTranslation();
  useTitle(t('joining.redeem.title'), useSiteName());
  const brought = new URLSearchParams(useSearch()).get('code') ?? '';
  const [code, setCode] = useState(brought);
  const [redeemed, setRedeemed] = useState('');
  const { send, faults, setFaults, busy } = useSending();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = code.trim();
    setRedeemed('');
    if (given === '') {
      setFaults({ code: t('joining.required') });
      return;
    }
    const { ok } = await send('/api/activation_code/redeem', { code: given }, { shown: ['code'] });
    if (!ok) return;
    setRedeemed(formatCode(given));
    setCode('');
  };
  return (
    <Stack sx={{ gap: 6, maxWidth: 520 }}>
      <Typography variant="h1">{t('joining.redeem.title')}</Typography>
      <LookOnly>
        <Stack component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ gap: 3 }}>
          {redeemed !== '' && (
            <Alert severity="success" sx={{ overflowWrap: 'anywhere' }}>
              {t('joining.redeem.done', { code: redeemed })} {t('joining.redeem.another')}
            </Alert>
          )}
          <TextField
            name="code"
            label={t('joining.redeem.code')}
            value={code}
            autoFocus
            autoComplete="off"
            error={faults['code'] !== undefined}
            helperText={faults['code'] ?? t('joining.redeem.help')}
            onChange={({ target }) => {
              setCode(target.value);
              setFaults({});
            }}
            slotProps={{ htmlInput: { maxLength: LONGEST_CODE, autoCapitalize: 'characters', spellCheck: false } }}
          />
          <Button type="submit" variant="contained" loading={busy} sx={{ alignSelf: 'flex-start' }}>
            {t('joining.redeem.submit')}
          </Button>
        </Stack>
      </LookOnly>
    </Stack>
  );
}
