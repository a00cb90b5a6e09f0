/** The captcha: an image, or for people who cannot read it, a text question. */
import Refresh from '@mui/icons-material/RefreshOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type { Ref } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/api';
import { asRecord, asString } from '../../../common/json';

const CAPTCHA_URL = '/api/common/captcha';
const IMAGE_SIZE = { width: 180, height: 64 };

interface CaptchaFieldProps {
  /** Each attempt uses it up; the form passes a new one. */
  readonly id: string;
  /** Requests another captcha. */
  readonly onRenew: () => void;
  readonly error: string | undefined;
  readonly inputRef: Ref<HTMLInputElement>;
  /** The request that the captcha protects. */
  readonly purpose?: 'login' | 'send';
}
function CaptchaQuestion({ id, purpose }: { readonly id: string; readonly purpose: string }) {
  const { t } = useTranslation();
  const request = { url: CAPTCHA_URL, params: { id, purpose, kind: 'words' }, isSilent: true, allowsParallel: true };
  const { data, isError } = api.useReadQuery(request, { refetchOnMountOrArgChange: true });
  return (
    <Box sx={{ flex: 1 }}>{isError ? t('shell.captcha.failed') : asString(asRecord(data)?.['question'], 500)}</Box>
  );
}

export function CaptchaField({ id, onRenew, error, inputRef, purpose = 'login' }: CaptchaFieldProps) {
  const { t } = useTranslation();
  const [isTextQuestion, setIsTextQuestion] = useState(false);
  const imageUrl = `${CAPTCHA_URL}?${new URLSearchParams({ id, purpose }).toString()}`;
  return (
    <Stack sx={{ gap: 1, mb: 1 }}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', minHeight: IMAGE_SIZE.height }}>
        {isTextQuestion ? (
          <CaptchaQuestion key={id} id={id} purpose={purpose} />
        ) : (
          <Box
            component="img"
            src={imageUrl}
            alt={t('shell.captcha.image')}
            {...IMAGE_SIZE}
            sx={{ borderRadius: '6px' }}
          />
        )}
        <IconButton aria-label={t('shell.captcha.refresh')} onClick={onRenew}>
          <Refresh />
        </IconButton>
      </Stack>
      <Button size="small" sx={{ alignSelf: 'flex-start' }} onClick={() => setIsTextQuestion(!isTextQuestion)}>
        {isTextQuestion ? t('shell.captcha.picture') : t('shell.captcha.words')}
      </Button>
      <TextField
        name={purpose === 'login' ? 'captcha' : 'picture'}
        label={t('shell.captcha.label')}
        autoComplete="off"
        error={error !== undefined}
        helperText={error ?? t('shell.captcha.help')}
        inputRef={inputRef}
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      />
    </Stack>
  );
}
