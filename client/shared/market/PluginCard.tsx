/** A plugin of a catalog as a card. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarketItem } from '../../../common/modules/market';
import { useLanguage } from '../i18n/i18n';
import { usePriceText } from './usePriceText';

const CARD_HEIGHT = 196;
export const CARD_GRID = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
  gap: 4,
  m: 0,
  p: 0,
} as const;

interface PluginCardProps {
  readonly currency: string;
  readonly item: MarketItem;
  readonly picture: ReactNode;
  /** What the reader has of the plugin. */
  readonly chip: ReactNode;
  readonly onOpen: () => void;
}
export function PluginCard({ currency, item, picture, chip, onOpen }: PluginCardProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { price } = usePriceText(currency);
  const facts = [t('market.version', { version: item.version }), item.author].filter((fact) => fact !== '');
  return (
    <Box component="li" sx={{ listStyle: 'none', minWidth: 0 }}>
      <ButtonBase
        onClick={onOpen}
        sx={{
          display: 'block',
          width: '100%',
          height: '100%',
          minHeight: CARD_HEIGHT,
          textAlign: 'left',
          ...{ border: 1, borderColor: 'divider', borderRadius: '14px', bgcolor: 'background.paper', p: 5 },
          transition: 'border-color 120ms',
          '&:hover': { borderColor: 'primary.main' },
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main' },
        }}
      >
        <Stack sx={{ gap: 3, height: '100%' }}>
          <Stack direction="row" sx={{ gap: 3, alignItems: 'center', minWidth: 0 }}>
            {picture}
            <Box sx={{ minWidth: 0, flex: 1 }}>
              <Typography variant="h4" component="h3" noWrap>
                {item.title[lang]}
              </Typography>
              <Typography variant="caption" noWrap sx={{ color: 'text.secondary', display: 'block' }}>
                {facts.join(' · ')}
              </Typography>
            </Box>
          </Stack>
          <Typography
            variant="body2"
            sx={{
              color: 'text.secondary',
              overflow: 'hidden',
              flex: 1,
              minHeight: '2.9em',
              display: '-webkit-box',
              WebkitLineClamp: 2,
              WebkitBoxOrient: 'vertical',
            }}
          >
            {item.description[lang]}
          </Typography>
          <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography sx={{ fontWeight: 500, flex: 1 }}>{price(item)}</Typography>
            {item.isRecommended && <Chip size="small" label={t('market.recommended')} />}
            {chip}
          </Stack>
        </Stack>
      </ButtonBase>
    </Box>
  );
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f'];
/** In the place of the cards while they load. */
export function CardSkeletons() {
  return (
    <Box aria-hidden sx={CARD_GRID}>
      {PLACES.map((place) => (
        <Skeleton key={place} variant="rounded" height={CARD_HEIGHT} sx={{ borderRadius: '14px' }} />
      ))}
    </Box>
  );
}
