/** The text of a plugin and the news of its versions, all as plain text. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { MarketDetail } from '../../../common/modules/market';
import { useFormatters } from '../i18n/format';
import { useLanguage } from '../i18n/i18n';
import { usePriceText } from './usePriceText';

const KB = 1024;

interface PluginTextProps {
  readonly detail: MarketDetail;
}
function Versions({ detail }: PluginTextProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const format = useFormatters();
  return (
    <Stack component="section" sx={{ gap: 3 }}>
      <Typography variant="h4" component="h3">
        {t('market.detail.versions')}
      </Typography>
      {detail.versions.map(({ version, date, size, news }) => (
        <Box key={version}>
          <Typography sx={{ fontWeight: 500 }}>
            {[version, date, t('market.detail.size', { size: format.number(Math.ceil(size / KB)) })]
              .filter((part) => part !== '')
              .join(' · ')}
          </Typography>
          <Typography
            variant="body2"
            sx={{ color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
          >
            {news[lang]}
          </Typography>
        </Box>
      ))}
    </Stack>
  );
}

export function PluginText({ detail }: PluginTextProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  return (
    <>
      {detail.text[lang] !== '' && (
        <Stack component="section" sx={{ gap: 2 }}>
          <Typography variant="h4" component="h3">
            {t('market.detail.about')}
          </Typography>
          <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{detail.text[lang]}</Typography>
        </Stack>
      )}
      <Versions detail={detail} />
    </>
  );
}

interface PluginSummaryProps extends PluginTextProps {
  readonly currency: string;
}
/** Author, version, purchases, rating and price. */
export function PluginSummary({ detail, currency }: PluginSummaryProps) {
  const { t } = useTranslation();
  const { price } = usePriceText(currency);
  const facts = [
    ...(detail.author === '' ? [] : [t('market.by', { name: detail.author })]),
    t('market.version', { version: detail.version }),
    t('market.buyers', { count: detail.buyers }),
    detail.rating > 0 ? t('market.rating', { rating: detail.rating }) : t('market.no_ratings'),
  ];
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {facts.join(' · ')}
      </Typography>
      <Typography sx={{ fontWeight: 500 }}>{price(detail)}</Typography>
    </>
  );
}
