/** A page of a catalogue as cards. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ShownMarketItem } from '../../../../common/modules/market';
import { useLanguage } from '../../../shared/i18n/i18n';
import { LocalStateChip } from './LocalStateChip';
import { RemoteImage } from './RemoteImage';
import { usePriceText } from './usePriceText';

const CARD_HEIGHT = 196;
const GRID = {
  ...{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))' },
  ...{ gap: 4, m: 0, p: 0 },
} as const;

interface PluginCardProps {
  readonly source: number;
  readonly currency: string;
  readonly item: ShownMarketItem;
  readonly onOpen: () => void;
}
function PluginCard({ source, currency, item, onOpen }: PluginCardProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { price } = usePriceText(currency);
  const facts = [t('market.version', { version: item.version }), item.author].filter((fact) => fact !== '');
  return (
    <Box component="li" sx={{ listStyle: 'none', minWidth: 0 }}>
      <ButtonBase
        onClick={onOpen}
        sx={{
          ...{ display: 'block', width: '100%', height: '100%', minHeight: CARD_HEIGHT, textAlign: 'left' },
          ...{ border: 1, borderColor: 'divider', borderRadius: '14px', bgcolor: 'background.paper', p: 5 },
          ...{ transition: 'border-color 120ms', '&:hover': { borderColor: 'primary.main' } },
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main' },
        }}
      >
        <Stack sx={{ gap: 3, height: '100%' }}>
          <Stack direction="row" sx={{ gap: 3, alignItems: 'center', minWidth: 0 }}>
            <RemoteImage source={source} path={item.picture} alt="" width={44} height={44} />
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
              ...{ color: 'text.secondary', overflow: 'hidden', flex: 1, minHeight: '2.9em' },
              ...{ display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical' },
            }}
          >
            {item.description[lang]}
          </Typography>
          <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography sx={{ fontWeight: 500, flex: 1 }}>{price(item)}</Typography>
            {item.isRecommended && <Chip size="small" label={t('market.recommended')} />}
            <LocalStateChip local={item.local} isFree={Number(item.price) === 0} />
          </Stack>
        </Stack>
      </ButtonBase>
    </Box>
  );
}

interface PluginCardsProps extends Omit<PluginCardProps, 'item' | 'onOpen'> {
  readonly items: readonly ShownMarketItem[];
  readonly onOpen: (id: string) => void;
}
export function PluginCards({ items, onOpen, ...rest }: PluginCardsProps) {
  const { t } = useTranslation();
  return (
    <Box component="ul" aria-label={t('market.plugins')} sx={GRID}>
      {items.map((item) => (
        <PluginCard key={item.id} {...rest} item={item} onOpen={() => onOpen(item.id)} />
      ))}
    </Box>
  );
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f'];
/** In the place of the cards while they load. */
export function CardSkeletons() {
  return (
    <Box aria-hidden sx={GRID}>
      {PLACES.map((place) => (
        <Skeleton key={place} variant="rounded" height={CARD_HEIGHT} sx={{ borderRadius: '14px' }} />
      ))}
    </Box>
  );
}
