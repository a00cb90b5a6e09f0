/** Redeems an activation code; a link may contain the code, as in `/user/redeem?code=…`. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCode } from '../../../../common/text/activationCode';
import { useSiteName } from '../../../shared/store/siteSettings';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { useDocumentTitle } from '../../../shared/app/useDocumentTitle';
import { useSearch } from '../../router';
import { ReadOnlyDuringSupport } from '../../support/ReadOnlyDuringSupport';
import { useFormSubmit } from '../../useFormSubmit';
import { CATALOGUE_VIEW } from './catalogue/useCatalogueParams';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';
import { GrantList } from './GrantList';
import { Granted } from './Granted';
import { Purchases } from './Purchases';

const MAX_CODE_LENGTH = 200;

const Catalogue = lazyWithRetry(async () => (await import('./catalogue/Catalogue')).Catalogue);

/** The catalog while the address names it, else codes, grants and purchases. */
export function Redeem() {
  const isCatalogue = new URLSearchParams(useSearch()).get('view') === CATALOGUE_VIEW;
  return isCatalogue ? <Catalogue /> : <Codes />;
}

function Codes() {
  useLazyTranslations();
  const { t } = useTranslation();
  useDocumentTitle(t('registration.redeem.title'), useSiteName());
  const codeFromUrl = new URLSearchParams(useSearch()).get('code') ?? '';
  const [code, setCode] = useState(codeFromUrl);
  const [redeemed, setRedeemed] = useState('');
  const [grant, setGrant] = useState<unknown>();
  const { send, fieldErrors, setFieldErrors, isBusy } = useFormSubmit();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const trimmedCode = code.trim();
    setRedeemed('');
    if (trimmedCode === '') {
      setFieldErrors({ code: t('registration.required') });
      return;
    }
    const { isOk, data } = await send('/api/activation_code/redeem', { code: trimmedCode }, { shownFields: ['code'] });
    if (!isOk) return;
    setGrant(data['grant']);
    setRedeemed(formatCode(trimmedCode));
    setCode('');
  };
  return (
    <Stack sx={{ gap: 6, maxWidth: 560, width: '100%', mx: 'auto' }}>
      <Typography variant="h1">{t('registration.redeem.title')}</Typography>
      <ReadOnlyDuringSupport>
        <Stack component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ gap: 3 }}>
          {redeemed !== '' && (
            <Alert severity="success" sx={{ overflowWrap: 'anywhere' }}>
              {t('registration.redeem.done', { code: redeemed })} {t('registration.redeem.another')}
              <GrantList grant={grant} />
            </Alert>
          )}
          <TextField
            name="code"
            label={t('registration.redeem.code')}
            value={code}
            autoFocus
            autoComplete="off"
            error={fieldErrors['code'] !== undefined}
            helperText={fieldErrors['code'] ?? t('registration.redeem.help')}
            onChange={({ target }) => {
              setCode(target.value);
              setFieldErrors({});
            }}
            slotProps={{ htmlInput: { maxLength: MAX_CODE_LENGTH, autoCapitalize: 'characters', spellCheck: false } }}
          />
          <Button type="submit" variant="contained" loading={isBusy} sx={{ alignSelf: 'flex-start' }}>
            {t('registration.redeem.submit')}
          </Button>
        </Stack>
      </ReadOnlyDuringSupport>
      <Granted />
      <Purchases />
    </Stack>
  );
}
