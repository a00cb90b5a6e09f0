/** A record as it was at a moment: read only, compared with today. */
import BackIcon from '@mui/icons-material/ArrowBack';
import PastIcon from '@mui/icons-material/EventOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { singleFieldError } from '../../shared/api/faults';
import { useFormatters } from '../../shared/i18n/format';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { EmptyState } from '../../ui/EmptyState';
import { PanelHead } from '../form/PanelHead';
import { BANNER_STYLE } from './AsOfBanner';
import { AsOfFields } from './AsOfFields';
import { usePastTitle } from './PastValue';
import { useAsOfRecord, type AsOfRecordState } from './useAsOfRecord';

interface AsOfRecordProps {
  readonly entity: AnyEntity;
  readonly id: number;
  /** Unix seconds. */
  readonly moment: number;
  readonly onOpenNow: () => void;
}

function Content({
  entity,
  record,
  onOpenNow,
}: Pick<AsOfRecordProps, 'entity' | 'onOpenNow'> & { readonly record: AsOfRecordState }) {
  const { t } = useTranslation();
  const { fault, then, refetch } = record;
  if (fault?.status === 404) return <EmptyState title={t('asOf.missing')} help={t('asOf.missing_text')} />;
  if (fault) {
    const retry = (
      <Button variant="outlined" onClick={refetch}>
        {t('engine.list.retry')}
      </Button>
    );
    return <EmptyState title={t('engine.form.failed_title')} help={singleFieldError(fault, 'asOf')} action={retry} />;
  }
  if (then === undefined)
    return (
      <Stack aria-hidden sx={{ gap: 4, px: 3 }}>
        {[1, 2, 3, 4].map((line) => (
          <Skeleton key={line} height={48} />
        ))}
      </Stack>
    );
  return <AsOfFields entity={entity} record={record} onOpenNow={onOpenNow} />;
}

/** The moment, and the way back. */
function MomentLine({ moment, onBack }: { readonly moment: number; readonly onBack?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const format = useFormatters();
  return (
    <Stack direction="row" sx={{ ...BANNER_STYLE, borderTop: 0, px: 5, py: 2 }}>
      <PastIcon fontSize="small" color="info" aria-hidden />
      <Typography
        component="output"
        variant="body2"
        sx={{ flex: 1, minWidth: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
      >
        {t('asOf.title', { at: format.dateTime(moment) })}
      </Typography>
      {onBack && (
        <Button size="small" color="inherit" startIcon={<BackIcon />} onClick={onBack}>
          {t('asOf.to_history')}
        </Button>
      )}
    </Stack>
  );
}

/** The record in the panel beside a past list. */
export function AsOfRecord({
  entity,
  id,
  moment,
  onClose,
  onOpenNow,
}: AsOfRecordProps & { readonly onClose: () => void }) {
  const record = useAsOfRecord(entity, id, moment);
  const labels = useEntityLabels(entity);
  const titleOf = usePastTitle(entity);
  const title = record.then === undefined ? `${labels.one} #${id}` : titleOf(record.then);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0, bgcolor: 'background.paper' }}>
      <PanelHead caption={`${labels.one} · #${id}`} title={title} onClose={onClose} />
      <MomentLine moment={moment} />
      <Box
        component="section"
        aria-label={title}
        tabIndex={0}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 2, py: 4, '&:focus-visible': { outline: 'none' } }}
      >
        <Content entity={entity} record={record} onOpenNow={onOpenNow} />
      </Box>
    </Box>
  );
}

/** The record in place of the entries of its history. */
export function AsOfHistoryRecord({
  entity,
  id,
  moment,
  onBack,
  onOpenNow,
}: AsOfRecordProps & { readonly onBack: () => void }) {
  const record = useAsOfRecord(entity, id, moment);
  return (
    <>
      <MomentLine moment={moment} onBack={onBack} />
      <Box sx={{ px: 2, py: 4 }}>
        <Content entity={entity} record={record} onOpenNow={onOpenNow} />
      </Box>
    </>
  );
}
