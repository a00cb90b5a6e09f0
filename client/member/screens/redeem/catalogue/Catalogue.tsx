/** The catalog of this installation: a member buys plugins by balance, points or activation code. */
import StorefrontIcon from '@mui/icons-material/StorefrontOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { MarketAccount, MarketCatalog } from '../../../../../common/modules/market';
import { isCallFault } from '../../../../shared/api/faults';
import { useDocumentTitle } from '../../../../shared/app/useDocumentTitle';
import { useLazyTranslations } from '../../../../shared/i18n/useLazyTranslations';
import { CategoryChips, PageButtons, SearchField } from '../../../../shared/market/SearchFilters';
import { CARD_GRID, CardSkeletons, PluginCard } from '../../../../shared/market/PluginCard';
import { usePriceText } from '../../../../shared/market/usePriceText';
import { useSiteName } from '../../../../shared/store/siteSettings';
import { EmptyState } from '../../../../ui/EmptyState';
import { setSearch } from '../../../router';
import { catalogueApi, PAGE_SIZE } from './catalogueApi';
import { MemberPluginDialog } from './MemberPluginDialog';
import { PluginPicture } from '../../../../shared/market/PluginPicture';
import { useCatalogueParams } from './useCatalogueParams';

interface CardsProps {
  readonly catalogue: MarketCatalog;
  readonly account: MarketAccount | undefined;
  readonly isFiltered: boolean;
  readonly onOpen: (id: string) => void;
}
function Cards({ catalogue, account, isFiltered, onOpen }: CardsProps) {
  const { t } = useTranslation();
  if (catalogue.items.length === 0)
    return (
      <EmptyState
        icon={<StorefrontIcon />}
        title={t('market.empty.title')}
        help={isFiltered ? t('market.empty.help') : ''}
      />
    );
  return (
    <Box component="ul" aria-label={t('market.plugins')} sx={CARD_GRID}>
      {catalogue.items.map((item) => (
        <PluginCard
          key={item.id}
          item={item}
          currency={catalogue.currency}
          picture={<PluginPicture url={item.picture} alt="" width={44} height={44} />}
          chip={
            account?.owned.includes(item.id) && (
              <Chip size="small" variant="outlined" color="success" label={t('market.state.bought')} />
            )
          }
          onOpen={() => onOpen(item.id)}
        />
      ))}
    </Box>
  );
}

function AccountChip({ account, currency }: { readonly account: MarketAccount; readonly currency: string }) {
  const { t } = useTranslation();
  const { money } = usePriceText(currency);
  const { name, score } = account;
  return <Chip label={t('market.account.linked', { name, money: money(account.money), score })} sx={{ minWidth: 0 }} />;
}

export function Catalogue() {
  useLazyTranslations();
  const { t } = useTranslation();
  useDocumentTitle(t('market.member.catalogue'), useSiteName());
  const { params, setParams } = useCatalogueParams();
  const { page, search, category, onlyRecommended, plugin } = params;
  const list = catalogueApi.useOwnCatalogueQuery({ page, search, category, onlyRecommended });
  const { data: account } = catalogueApi.useOwnMarketAccountQuery(undefined);
  const { data: catalogue, error, refetch } = list;
  const isFiltered = search !== '' || category > 0 || onlyRecommended;
  return (
    <Stack sx={{ gap: 5 }}>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}>
        <Typography variant="h1">{t('market.member.catalogue')}</Typography>
        {account && catalogue && <AccountChip account={account} currency={catalogue.currency} />}
      </Stack>
      <Button sx={{ alignSelf: 'flex-start' }} onClick={() => setSearch(new URLSearchParams())}>
        {t('market.member.back')}
      </Button>
      <SearchField params={params} setParams={setParams} />
      <CategoryChips params={params} setParams={setParams} categories={catalogue?.categories ?? []} />
      {isCallFault(error) && (
        <EmptyState
          icon={<StorefrontIcon />}
          title={t('market.failed')}
          help={error.msg}
          action={
            <Button variant="outlined" onClick={() => void refetch()}>
              {t('market.retry')}
            </Button>
          }
        />
      )}
      {catalogue === undefined && error === undefined && <CardSkeletons />}
      {catalogue && (
        <Cards
          catalogue={catalogue}
          account={account}
          isFiltered={isFiltered}
          onOpen={(id) => setParams({ plugin: id })}
        />
      )}
      {catalogue && (
        <PageButtons
          page={page}
          total={catalogue.total}
          pageSize={PAGE_SIZE}
          onPage={(next) => setParams({ page: next })}
        />
      )}
      {catalogue && plugin !== '' && (
        <MemberPluginDialog
          key={plugin}
          {...{ id: plugin, currency: catalogue.currency, account }}
          onClose={() => setParams({ plugin: '' })}
        />
      )}
    </Stack>
  );
}
