/** The grants of a redeemed code. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { asInteger, asRecord, asString } from '../../../../common/json';
import { useFormatters } from '../../../shared/i18n/format';
import { useLanguage } from '../../../shared/i18n/i18n';

export function GrantList({ grant }: { readonly grant: unknown }) {
  const { t } = useTranslation();
  const format = useFormatters();
  const lang = useLanguage();
  const { money, score, pluginVersionId, pluginTitle, pluginVersion, appTitle, appUntil } = asRecord(grant) ?? {};
  const titleIn = (texts: unknown) => asString(asRecord(texts)?.[lang]);
  const until = asInteger(appUntil);
  const lines = [
    asString(money) !== '' && t('registration.redeem.got_money', { amount: format.money(asString(money)) }),
    asInteger(score) > 0 && t('registration.redeem.got_score', { points: format.number(asInteger(score)) }),
    asInteger(pluginVersionId) > 0 &&
      t('registration.redeem.got_version', { title: titleIn(pluginTitle), version: asString(pluginVersion) }),
    until > 0 && t('registration.redeem.got_app', { title: titleIn(appTitle), until: format.dateTime(until) }),
  ].filter((line) => line !== false);
  if (lines.length === 0) return <Typography sx={{ mt: 2 }}>{t('registration.redeem.got_nothing')}</Typography>;
  return (
    <>
      <Typography sx={{ mt: 2 }}>{t('registration.redeem.got')}</Typography>
      <Box component="ul" sx={{ my: 0, pl: 5 }}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
    </>
  );
}
