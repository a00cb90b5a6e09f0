/** Dialog of a plugin of the catalog: pictures, text, versions, price, and the purchase or the download. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarketAccount, MarketDetail } from '../../../../../common/modules/market';
import { newIdempotencyKey } from '../../../../engine/data/rowsApi';
import { isCallFault } from '../../../../shared/api/faults';
import { useDownload } from '../../../../shared/app/useDownload';
import { useLanguage } from '../../../../shared/i18n/i18n';
import { BuyPluginDialog, type PluginOrder } from '../../../../shared/market/BuyPluginDialog';
import { PluginSummary, PluginText } from '../../../../shared/market/PluginText';
import { ReadOnlyDuringSupport } from '../../../support/ReadOnlyDuringSupport';
import { catalogueApi } from './catalogueApi';
import { PluginPicture } from '../../../../shared/market/PluginPicture';

interface DetailProps {
  readonly detail: MarketDetail;
  readonly currency: string;
  readonly account: MarketAccount;
}

function DetailBody({ detail, currency, account }: DetailProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const title = detail.title[lang];
  return (
    <Stack sx={{ gap: 6 }}>
      <Stack direction="row" sx={{ gap: 4, alignItems: 'flex-start' }}>
        <PluginPicture url={detail.picture} alt="" width={64} height={64} />
        <Stack sx={{ gap: 1, minWidth: 0, alignItems: 'flex-start' }}>
          <PluginSummary detail={detail} currency={currency} />
          {account.owned.includes(detail.id) && (
            <Chip size="small" variant="outlined" color="success" label={t('market.state.bought')} />
          )}
          <Typography sx={{ overflowWrap: 'anywhere' }}>{detail.description[lang]}</Typography>
        </Stack>
      </Stack>
      {detail.pictures.length > 0 && (
        <Box sx={{ display: 'flex', gap: 3, overflowX: 'auto' }}>
          {detail.pictures.map((url, index) => (
            <PluginPicture
              key={url}
              url={url}
              width={320}
              height={200}
              alt={t('market.detail.pictures', { title, n: index + 1 })}
            />
          ))}
        </Box>
      )}
      <PluginText detail={detail} />
    </Stack>
  );
}

/** A purchase by the signed-in member. Every attempt of one purchase has the same idempotency key. */
function BuyForMemberDialog({ detail, currency, account, onClose }: DetailProps & { readonly onClose: () => void }) {
  const [buy, { error, isLoading }] = catalogueApi.useBuyOwnPluginMutation();
  const [_mid] = useState(newIdempotencyKey);
  const submit = async (order: PluginOrder) => {
    if ((await buy({ plugin: detail.id, ...order, _mid })).error === undefined) onClose();
  };
  return (
    <BuyPluginDialog
      item={detail}
      currency={currency}
      account={account}
      error={error}
      onClose={onClose}
      isBusy={isLoading}
      onSubmit={submit}
    />
  );
}

function PluginAction(props: DetailProps) {
  const { t } = useTranslation();
  const download = useDownload();
  const [isBuying, setIsBuying] = useState(false);
  const { detail, account } = props;
  const { id, version } = detail;
  if (Number(detail.price) === 0 || account.owned.includes(id)) {
    const path = `/api/market/package?${new URLSearchParams({ id, version }).toString()}`;
    return (
      <Button variant="contained" onClick={() => download(path, `${id}-${version}.zip`)}>
        {t('market.member.download')}
      </Button>
    );
  }
  return (
    <ReadOnlyDuringSupport>
      <Button variant="contained" onClick={() => setIsBuying(true)}>
        {t('market.actions.buy')}
      </Button>
      {isBuying && <BuyForMemberDialog {...props} onClose={() => setIsBuying(false)} />}
    </ReadOnlyDuringSupport>
  );
}

interface MemberPluginDialogProps {
  readonly id: string;
  readonly currency: string;
  readonly account: MarketAccount | undefined;
  readonly onClose: () => void;
}
export function MemberPluginDialog({ id, currency, account, onClose }: MemberPluginDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const lang = useLanguage();
  const isPhone = useMediaQuery('(max-width: 599px)');
  const { data: detail, error } = catalogueApi.useOwnCataloguePluginQuery(id);
  const isReady = detail !== undefined && account !== undefined;
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={isPhone} onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {detail?.title[lang] ?? id}
      </DialogTitle>
      <DialogContent>
        {isCallFault(error) && <Alert severity="error">{error.msg}</Alert>}
        {!isReady && error === undefined && <Skeleton variant="rounded" height={320} />}
        {isReady && <DetailBody detail={detail} currency={currency} account={account} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('market.close')}</Button>
        {isReady && <PluginAction detail={detail} currency={currency} account={account} />}
      </DialogActions>
    </Dialog>
  );
}
