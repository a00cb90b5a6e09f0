/** Above the cards: source, account, search, categories. */
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { marketSource } from '../../../../common/entities/marketSource';
import type { MarketAccount } from '../../../../common/modules/market';
import { useApp } from '../../../shared/app/appContext';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import { marketApi, type MarketSource } from './marketApi';
import type { MarketParams } from './useMarketParams';
import { usePriceText } from '../../../shared/market/usePriceText';

export const SOURCES_PATH = `${APP_PATHS.admin.home}/${marketSource.name}`;

export function MarketHeader({ onChecked }: { readonly onChecked: () => void }) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const [check, { isLoading }] = marketApi.useCheckForUpdatesMutation();
  const run = async () => {
    const { data: count } = await check(undefined);
    if (count === undefined) return;
    toasts.show('success', count === 0 ? t('market.up_to_date') : t('market.checked', { count }));
    onChecked();
  };
  return (
    <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
      <Button component={Link} to={SOURCES_PATH}>
        {t('market.sources')}
      </Button>
      <Button variant="outlined" loading={isLoading} onClick={() => void run()}>
        {t('market.check')}
      </Button>
    </Stack>
  );
}

interface AccountBarProps {
  readonly source: MarketSource;
  readonly currency: string;
  readonly account: MarketAccount | null;
  readonly onLink: () => void;
  readonly onUnlinked: () => void;
}
export function AccountBar({ source, currency, account, onLink, onUnlinked }: AccountBarProps) {
  const { t } = useTranslation();
  const { money } = usePriceText(currency);
  const [unlink, { isLoading }] = marketApi.useUnlinkMarketAccountMutation();
  const forget = async () => {
    if ((await unlink({ source: source.id })).error === undefined) onUnlinked();
  };
  if (!source.isLinked)
    return (
      <Button variant="outlined" onClick={onLink} sx={{ ml: { sm: 'auto' } }}>
        {t('market.account.link')}
      </Button>
    );
  const { name = '', money: balance = '0.00', score = 0 } = account ?? {};
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'center', minWidth: 0, ml: { sm: 'auto' } }}>
      {account !== null && (
        <Chip label={t('market.account.linked', { name, money: money(balance), score })} sx={{ minWidth: 0 }} />
      )}
      <Button loading={isLoading} onClick={() => void forget()}>
        {t('market.account.unlink')}
      </Button>
    </Stack>
  );
}

interface FilterProps {
  readonly setParams: (patch: Partial<MarketParams>) => void;
}
interface SourceSelectProps extends FilterProps {
  readonly sources: readonly MarketSource[];
  readonly current: MarketSource;
}
export function SourceSelect({ sources, current, setParams }: SourceSelectProps) {
  const { t } = useTranslation();
  return (
    <TextField
      select
      size="small"
      label={t('market.source')}
      value={current.id}
      fullWidth={false}
      sx={{ width: { xs: '100%', sm: 220 } }}
      onChange={({ target }) => setParams({ source: Number(target.value), category: 0, search: '' })}
    >
      {sources.map(({ id, title }) => (
        <MenuItem key={id} value={id}>
          {title}
        </MenuItem>
      ))}
    </TextField>
  );
}
