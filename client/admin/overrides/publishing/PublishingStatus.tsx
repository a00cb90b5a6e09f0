/** The status of a row with a publishing window: hidden rows that wait for their time are scheduled. */
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { WireRow } from '../../../../common/entity/projectRow';
import { formatDateTime } from '../../../../common/text/time/dates';
import { StatusLabel } from '../../../engine/fieldTypes/cells/cells';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import type { BelowFieldProps } from '../../../engine/override';
import { useAppSelector } from '../../../shared/app/createStore';
import { useFormatters } from '../../../shared/i18n/format';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { selectCachedRow } from '../../../shared/store/entities';

/** When a hidden row is shown, in Unix seconds; undefined for a row that is shown or that waits for no time. */
function findShowTime(row: WireRow | undefined): number | undefined {
  const from = row?.['show_from'];
  return row?.['status'] === 0 && typeof from === 'number' ? from : undefined;
}

export function PublishingStatusCell({ DefaultCell, ...props }: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { shortTime } = useFormatters();
  const from = findShowTime(props.row);
  if (from === undefined) return DefaultCell ? <DefaultCell {...props} /> : null;
  return (
    <span title={formatDateTime(from)}>
      <StatusLabel tone="info">{t('preview.scheduled', { time: shortTime(from) })}</StatusLabel>
    </span>
  );
}

/** Below the status in the form of an entity: the time for which the stored row is scheduled. */
export const scheduleNoteOf = (entity: string) =>
  function ScheduleNote({ rowId }: BelowFieldProps) {
    useLazyTranslations();
    const { t } = useTranslation();
    const from = findShowTime(useAppSelector(selectCachedRow(entity, rowId))?.row);
    if (from === undefined) return null;
    return (
      <Typography component="output" variant="body2" color="info.main">
        {t('preview.scheduled', { time: formatDateTime(from) })}
      </Typography>
    );
  };
