/** A plugin of a catalog: images, text, versions, price, and the one action that its state allows. All texts are shown as plain text. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownMarketDetail } from '../../../../common/modules/market';
import { isCallFault } from '../../../shared/api/faults';
import { useLanguage } from '../../../shared/i18n/i18n';
import { PluginSummary, PluginText } from '../../../shared/market/PluginText';
import { LocalStateChip } from './LocalStateChip';
import { marketApi } from './marketApi';
import { PluginAction } from './PluginAction';
import { RatingField } from './RatingField';
import { RefundField } from './RefundField';
import { RemoteImage } from './RemoteImage';
import { useSafeRefetch } from './useSafeRefetch';

interface PluginFactsProps {
  readonly detail: ShownMarketDetail;
  readonly source: number;
  readonly currency: string;
  /** The rating or the request for a refund changed. */
  readonly onChanged: () => void;
}
function PluginFacts({ detail, source, currency, onChanged }: PluginFactsProps) {
  const lang = useLanguage();
  return (
    <Stack direction="row" sx={{ gap: 4, alignItems: 'flex-start' }}>
      <RemoteImage source={source} path={detail.picture} alt="" width={64} height={64} />
      <Stack sx={{ gap: 1, minWidth: 0, alignItems: 'flex-start' }}>
        <PluginSummary detail={detail} currency={currency} />
        <LocalStateChip local={detail.local} isFree={Number(detail.price) === 0} />
        <Typography sx={{ overflowWrap: 'anywhere' }}>{detail.description[lang]}</Typography>
        {detail.local.ownRating !== null && (
          <RatingField source={source} id={detail.id} rating={detail.local.ownRating} onRated={onChanged} />
        )}
        <RefundField source={source} detail={detail} onRequested={onChanged} />
      </Stack>
    </Stack>
  );
}

function Pictures({ detail, source }: Pick<PluginFactsProps, 'detail' | 'source'>) {
  const { t } = useTranslation();
  const lang = useLanguage();
  if (detail.pictures.length === 0) return null;
  return (
    <Stack direction="row" sx={{ gap: 3, overflowX: 'auto' }}>
      {detail.pictures.map((path, index) => (
        <RemoteImage
          key={path}
          source={source}
          path={path}
          width={320}
          height={200}
          alt={t('market.detail.pictures', { title: detail.title[lang], n: index + 1 })}
        />
      ))}
    </Stack>
  );
}

function DetailBody({ detail, source, currency, onChanged }: PluginFactsProps) {
  return (
    <Stack sx={{ gap: 6 }}>
      <PluginFacts detail={detail} source={source} currency={currency} onChanged={onChanged} />
      <Pictures detail={detail} source={source} />
      <PluginText detail={detail} />
    </Stack>
  );
}

interface PluginDialogProps {
  readonly id: string;
  readonly source: number;
  readonly currency: string;
  readonly isLinked: boolean;
  /** Whether the source accepts the linked account. */
  readonly canBuy: boolean;
  readonly onLink: () => void;
  readonly onClose: () => void;
  readonly onBuy: (detail: ShownMarketDetail) => void;
}
export function PluginDialog({ id, source, currency, onClose, onBuy, ...account }: PluginDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const lang = useLanguage();
  const isPhone = useMediaQuery('(max-width: 599px)');
  const {
    data: detail,
    error,
    refetch,
  } = marketApi.useMarketPluginQuery({ source, id }, { refetchOnMountOrArgChange: true });
  const refetchDetail = useSafeRefetch(refetch);
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={isPhone} onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{detail?.title[lang] ?? id}</DialogTitle>
      <DialogContent>
        {isCallFault(error) && <Alert severity="error">{error.msg}</Alert>}
        {detail === undefined && error === undefined && <Skeleton variant="rounded" height={320} />}
        {detail !== undefined && (
          <DetailBody detail={detail} source={source} currency={currency} onChanged={refetchDetail} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('market.close')}</Button>
        {detail !== undefined && (
          <PluginAction detail={detail} source={source} {...account} onBuy={() => onBuy(detail)} />
        )}
      </DialogActions>
    </Dialog>
  );
}
