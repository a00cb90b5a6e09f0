/** Buys a plugin with the linked account. Every attempt of one purchase has the same key. */
import { useState } from 'react';
import type { MarketAccount, ShownMarketItem } from '../../../../common/modules/market';
import { newIdempotencyKey } from '../../../engine/data/rowsApi';
import { BuyPluginDialog, type PluginOrder } from '../../../shared/market/BuyPluginDialog';
import { marketApi } from './marketApi';

interface BuyDialogProps {
  readonly source: number;
  readonly currency: string;
  readonly item: ShownMarketItem;
  readonly account: MarketAccount;
  readonly onClose: () => void;
  /** The plugin was bought, or its price may have changed. */
  readonly onChanged: () => void;
}
export function BuyDialog({ source, item, onClose, onChanged, ...shown }: BuyDialogProps) {
  const [buy, { error, isLoading }] = marketApi.useBuyPluginMutation();
  const [key] = useState(newIdempotencyKey);
  const submit = async (order: PluginOrder) => {
    const { error: refusal } = await buy({ source, id: item.id, ...order, key });
    onChanged();
    if (refusal === undefined) onClose();
  };
  return (
    <BuyPluginDialog {...shown} item={item} error={error} onClose={onClose} isBusy={isLoading} onSubmit={submit} />
  );
}
