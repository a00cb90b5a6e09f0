/** The status of a row with a publishing window: when the server shows it or hides it. */
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
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

interface Schedule {
  /** When the hidden row is shown, in Unix seconds; undefined for a row that is shown. */
  readonly from: number | undefined;
  /** When the row is hidden again. */
  readonly until: number | undefined;
}

const readTime = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** What the server will do with the row by itself; undefined when it waits for no time. Both times are cleared when they have come. */
function findSchedule(row: WireRow | undefined): Schedule | undefined {
  const until = readTime(row?.['show_until']);
  if (row?.['status'] === 1) return until === undefined ? undefined : { from: undefined, until };
  const from = readTime(row?.['show_from']);
  return from === undefined ? undefined : { from, until };
}

/** The whole sentence, with exact times. */
function describeSchedule({ from, until }: Schedule, t: TFunction): string {
  const hidden = until === undefined ? '' : formatDateTime(until);
  if (from === undefined) return t('preview.shown_until', { time: hidden });
  const time = formatDateTime(from);
  return hidden === '' ? t('preview.scheduled', { time }) : t('preview.scheduled_until', { time, until: hidden });
}

export function PublishingStatusCell({ DefaultCell, ...props }: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { shortTime } = useFormatters();
  const schedule = findSchedule(props.row);
  if (schedule === undefined) return DefaultCell ? <DefaultCell {...props} /> : null;
  const { from, until = 0 } = schedule;
  return (
    <StatusLabel tone={from === undefined ? 'success' : 'info'} hint={describeSchedule(schedule, t)}>
      {from === undefined
        ? t('preview.shown_until', { time: shortTime(until) })
        : t('preview.scheduled_short', { time: shortTime(from) })}
    </StatusLabel>
  );
}

/** Below the status in the form of an entity: the times at which the stored row is shown or hidden. */
export const scheduleNoteOf = (entity: string) =>
  function ScheduleNote({ rowId }: BelowFieldProps) {
    useLazyTranslations();
    const { t } = useTranslation();
    const schedule = findSchedule(useAppSelector(selectCachedRow(entity, rowId))?.row);
    if (schedule === undefined) return null;
    return (
      <Typography component="output" variant="body2" color="info.main">
        {describeSchedule(schedule, t)}
      </Typography>
    );
  };
