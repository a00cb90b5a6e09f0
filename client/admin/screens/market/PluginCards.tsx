/** A page of a catalog as cards. */
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { ShownMarketItem } from '../../../../common/modules/market';
import { CARD_GRID, PluginCard } from '../../../shared/market/PluginCard';
import { LocalStateChip } from './LocalStateChip';
import { RemoteImage } from './RemoteImage';

interface PluginCardsProps {
  readonly source: number;
  readonly currency: string;
  readonly items: readonly ShownMarketItem[];
  readonly onOpen: (id: string) => void;
}
export function PluginCards({ source, currency, items, onOpen }: PluginCardsProps) {
  const { t } = useTranslation();
  return (
    <Box component="ul" aria-label={t('market.plugins')} sx={CARD_GRID}>
      {items.map((item) => (
        <PluginCard
          key={item.id}
          currency={currency}
          item={item}
          picture={<RemoteImage source={source} path={item.picture} alt="" width={44} height={44} />}
          chip={<LocalStateChip local={item.local} isFree={Number(item.price) === 0} />}
          onOpen={() => onOpen(item.id)}
        />
      ))}
    </Box>
  );
}
