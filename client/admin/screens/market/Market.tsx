/** The marketplace: catalogs of other installations. Plugins are bought with a linked account and installed through the review of modules. */
import StorefrontIcon from '@mui/icons-material/StorefrontOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { marketSource } from '../../../../common/entities/marketSource';
import { MATCH_ALL } from '../../../../common/entity/filter';
import type { ShownMarketItem } from '../../../../common/modules/market';
import { useTopic } from '../../../shared/app/useTopic';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { isCallFault } from '../../../shared/api/faults';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { CategoryChips, PageButtons, SearchField } from '../../../shared/market/SearchFilters';
import { CardSkeletons } from '../../../shared/market/PluginCard';
import { EmptyState } from '../../../ui/EmptyState';
import { Forbidden } from '../../ErrorScreens';
import { BuyDialog } from './BuyDialog';
import { LinkAccountDialog } from './LinkAccountDialog';
import { marketApi, PAGE_SIZE, type MarketSource, type ShownCatalog } from './marketApi';
import { AccountBar, MarketHeader, SourceSelect, SOURCES_PATH } from './MarketToolbar';
import { PluginCards } from './PluginCards';
import { PluginDialog } from './PluginDialog';
import { useSafeRefetch } from './useSafeRefetch';
import { useMarketParams, type MarketParams } from './useMarketParams';

const SOURCES_TOPIC = { k: 'list', e: marketSource.name, where: MATCH_ALL, sort: [] } as const;

interface CatalogueViewProps {
  readonly source: MarketSource;
  readonly catalogue: ShownCatalog | undefined;
  readonly error: unknown;
  readonly params: MarketParams;
  readonly setParams: (patch: Partial<MarketParams>) => void;
  readonly onRetry: () => void;
}
function CatalogueView({ source, catalogue, error, params, setParams, onRetry }: CatalogueViewProps) {
  const { t } = useTranslation();
  if (isCallFault(error))
    return (
      <EmptyState
        icon={<StorefrontIcon />}
        title={t('market.failed')}
        help={error.msg}
        action={<Button onClick={onRetry}>{t('market.retry')}</Button>}
      />
    );
  if (catalogue === undefined) return <CardSkeletons />;
  if (catalogue.items.length === 0)
    return <EmptyState icon={<StorefrontIcon />} title={t('market.empty.title')} help={t('market.empty.help')} />;
  return (
    <>
      <PluginCards
        source={source.id}
        currency={catalogue.currency}
        items={catalogue.items}
        onOpen={(plugin) => setParams({ plugin })}
      />
      <PageButtons
        pageSize={PAGE_SIZE}
        page={params.page}
        total={catalogue.total}
        onPage={(page) => setParams({ page })}
      />
    </>
  );
}

interface SourceViewProps {
  readonly sources: readonly MarketSource[];
  readonly source: MarketSource;
  readonly onSourcesChanged: () => void;
}
function SourceView({ sources, source, onSourcesChanged }: SourceViewProps) {
  const { t } = useTranslation();
  const { params, setParams } = useMarketParams();
  const { page, search, category, onlyRecommended, plugin } = params;
  const catalogueQuery = { source: source.id, page, search, category, onlyRecommended };
  const { currentData, error, refetch } = marketApi.useMarketCatalogueQuery(catalogueQuery, {
    refetchOnMountOrArgChange: true,
  });
  const { currency = 'CNY', categories = [], account = null, problem = '' } = currentData ?? {};
  const [isLinking, setIsLinking] = useState(false);
  const [bought, setBought] = useState<ShownMarketItem>();
  const refetchCatalogue = useSafeRefetch(refetch);
  // A catalog that could not be read is read again once the source answers.
  const retry = () => error !== undefined && refetchCatalogue();
  useTopic(SOURCES_TOPIC, undefined, { onFrame: retry, onReset: retry });
  const refetchAll = () => {
    onSourcesChanged();
    refetchCatalogue();
  };
  return (
    <>
      <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'flex-end' }}>
        <SourceSelect sources={sources} setParams={setParams} current={source} />
        <SearchField key={source.id} params={params} setParams={setParams} />
        <AccountBar
          source={source}
          currency={currency}
          account={account}
          onLink={() => setIsLinking(true)}
          onUnlinked={refetchAll}
        />
      </Stack>
      {problem !== '' && <Alert severity="warning">{t('market.account.refused', { reason: problem })}</Alert>}
      <CategoryChips categories={categories} params={params} setParams={setParams} />
      <CatalogueView {...{ source, error, params, setParams }} catalogue={currentData} onRetry={() => void refetch()} />
      {plugin !== '' && bought === undefined && (
        <PluginDialog
          {...{
            currency,
            id: plugin,
            source: source.id,
            canBuy: account !== null,
            isLinked: source.isLinked,
            onBuy: setBought,
          }}
          onLink={() => setIsLinking(true)}
          onClose={() => setParams({ plugin: '' })}
        />
      )}
      {bought !== undefined && account !== null && (
        <BuyDialog
          {...{ currency, account, item: bought, source: source.id, onChanged: refetchAll }}
          onClose={() => setBought(undefined)}
        />
      )}
      {isLinking && <LinkAccountDialog source={source} onClose={() => setIsLinking(false)} onLinked={refetchAll} />}
    </>
  );
}

function Sources() {
  const { t } = useTranslation();
  const { params } = useMarketParams();
  const {
    data: sources,
    error,
    refetch,
  } = marketApi.useMarketSourcesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const refetchSources = useSafeRefetch(refetch);
  // Another admin adds or changes a source, or a check finds that it can or cannot be read.
  useTopic(SOURCES_TOPIC, undefined, { onFrame: refetchSources, onReset: refetchSources });
  const source = sources?.find(({ id }) => id === params.source) ?? sources?.[0];
  return (
    <Stack sx={{ gap: 5, p: { xs: 4, sm: 6 }, overflow: 'auto', flex: 1, minHeight: 0 }}>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h1" sx={{ flex: 1 }}>
          {t('market.title')}
        </Typography>
        <MarketHeader onChecked={refetchSources} />
      </Stack>
      {isCallFault(error) && <Alert severity="error">{error.msg}</Alert>}
      {sources === undefined && error === undefined && <CardSkeletons />}
      {sources?.length === 0 && (
        <EmptyState
          icon={<StorefrontIcon />}
          title={t('market.none.title')}
          help={t('market.none.help')}
          action={
            <Button variant="contained" component={Link} to={`${SOURCES_PATH}/new`}>
              {t('market.none.action')}
            </Button>
          }
        />
      )}
      {source !== undefined && (
        <SourceView
          key={`${source.id} ${source.url}`}
          sources={sources ?? []}
          source={source}
          onSourcesChanged={refetchSources}
        />
      )}
    </Stack>
  );
}

export function Market() {
  useLazyTranslations();
  const { admin } = useBootstrap();
  return admin.super ? <Sources /> : <Forbidden />;
}
