/** Seven days of balance or points as labelled bars around a baseline; a tap shows the value of a day, and a table shows all values. */
import ShowChart from '@mui/icons-material/ShowChartOutlined';
import TableRows from '@mui/icons-material/TableRowsOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../../shared/app/createStore';
import { useFormatters } from '../../../shared/i18n/format';
import { asOneOf } from '../../../../common/json';
import { BROWSER_TIME_ZONE, selectTimeZone } from '../../../shared/store/siteSettings';
import { HIDDEN_AMOUNT, selectSettings } from '../../../shared/store/settings';
import { formatBalanceAmount, formatSignedAmount, BALANCE_KINDS, type BalanceKind } from '../../balance/amounts';
import type { OverviewData } from './overviewApi';

const CHART_HEIGHT = 112;

interface BarsProps {
  readonly kind: BalanceKind;
  readonly days: readonly string[];
  readonly values: readonly number[];
  readonly isHidden: boolean;
}
/** Formats the sum of a day; zero has no sign. */
function useFormatDay({ kind, isHidden }: Pick<BarsProps, 'kind' | 'isHidden'>): (value: number) => string {
  const format = useFormatters();
  return (value) => {
    if (isHidden) return HIDDEN_AMOUNT;
    return value === 0 ? formatBalanceAmount(format, kind, 0) : formatSignedAmount(format, kind, value);
  };
}

function Bars(props: BarsProps) {
  const { kind, days, values, isHidden } = props;
  const { t } = useTranslation();
  const format = useFormatters();
  const formatDay = useFormatDay(props);
  const [chosenIndex, setChosenIndex] = useState(days.length - 1);
  const sum = formatSignedAmount(
    format,
    kind,
    values.reduce((total, item) => total + item, 0),
  );
  const label = t('balance.week_summary', { name: t(`balance.name.${kind}`), sum: isHidden ? HIDDEN_AMOUNT : sum });
  const maxValue = Math.max(1, ...values.map(Math.abs));
  const day = days[chosenIndex];
  const labelFrom = labelBreakpoint(values.map(formatDay));
  return (
    <>
      <Box role="img" aria-label={label} sx={{ height: '1px' }} />
      <Stack direction="row" sx={{ gap: { xs: 1, sm: 3 } }}>
        {days.map((item, index) => (
          <Bar
            key={item}
            day={item}
            label={formatDay(values[index] ?? 0)}
            value={isHidden ? 0 : (values[index] ?? 0)}
            maxValue={maxValue}
            isChosen={index === chosenIndex}
            onChoose={() => setChosenIndex(index)}
            labelFrom={labelFrom}
          />
        ))}
      </Stack>
      {day !== undefined && (
        <Typography
          component="output"
          data-day={day}
          sx={{ ...chosenDayStyle, display: { xs: 'block', [labelFrom]: 'none' } }}
        >
          {day.slice(5)} <strong>{formatDay(values[chosenIndex] ?? 0)}</strong>
        </Typography>
      )}
    </>
  );
}
/** The longest label, in characters, that fits above a bar on a tablet. */
const MAX_SHORT_LABEL = 11;
const labelBreakpoint = (labels: readonly string[]) =>
  labels.some(({ length }) => length > MAX_SHORT_LABEL) ? 'md' : 'sm';
const chosenDayStyle = { mt: 2, textAlign: 'center', fontVariantNumeric: 'tabular-nums' } as const;

interface BarProps {
  readonly day: string;
  readonly label: string;
  readonly value: number;
  readonly maxValue: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** The breakpoint from which the label fits above the bar. */
  readonly labelFrom: 'sm' | 'md';
}
/** One day. If its label does not fit above the bar, as on a phone, a tap shows it below the chart. */
function Bar({ day, label, value, maxValue, isChosen, onChoose, labelFrom }: BarProps) {
  return (
    <ButtonBase
      aria-label={`${day.slice(5)}: ${label}`}
      aria-pressed={isChosen}
      onClick={onChoose}
      sx={{ flex: 1, minWidth: 0, display: 'block', textAlign: 'center', borderRadius: '6px' }}
    >
      <Box sx={columnStyle}>
        <Typography
          variant="caption"
          sx={{ whiteSpace: 'nowrap', color: 'text.secondary', display: { xs: 'none', [labelFrom]: 'block' } }}
        >
          {value === 0 ? '' : label}
        </Typography>
        <Box
          sx={{
            width: '60%',
            maxWidth: 40,
            height: Math.max(2, Math.round((Math.abs(value) / maxValue) * CHART_HEIGHT)),
            borderRadius: '4px 4px 0 0',
            bgcolor: value === 0 ? 'divider' : value < 0 ? 'error.main' : 'success.main',
          }}
        />
      </Box>
      <Typography
        variant="caption"
        sx={{ color: isChosen ? { xs: 'text.primary', [labelFrom]: 'text.secondary' } : 'text.secondary' }}
      >
        {day.slice(5)}
      </Typography>
    </ButtonBase>
  );
}
const columnStyle = {
  height: CHART_HEIGHT + 20,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'flex-end',
  alignItems: 'center',
} as const;

/** The same values as a table, newest day first. */
function WeekTable(props: BarsProps) {
  const { kind, days, values } = props;
  const { t } = useTranslation();
  const formatDay = useFormatDay(props);
  return (
    <Table size="small" aria-label={t('balance.week')}>
      <TableHead>
        <TableRow>
          <TableCell>{t('balance.week_day')}</TableCell>
          <TableCell align="right">{t(`balance.name.${kind}`)}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {days
          .map((_, index) => days.length - 1 - index)
          .map((index) => (
            <TableRow key={days[index]}>
              <TableCell component="th" scope="row" sx={{ fontWeight: 400 }}>
                {days[index]}
              </TableCell>
              <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatDay(values[index] ?? 0)}
              </TableCell>
            </TableRow>
          ))}
      </TableBody>
    </Table>
  );
}

export function WeekChart({ overview }: { readonly overview: OverviewData | undefined }) {
  const { t } = useTranslation();
  const { discreet } = useAppSelector(selectSettings);
  const zone = useAppSelector(selectTimeZone);
  const [kind, setKind] = useState<BalanceKind>('money');
  const [isTable, setIsTable] = useState(false);
  const View = isTable ? WeekTable : Bars;
  const label = t(isTable ? 'balance.week_chart' : 'balance.week_table');
  return (
    <Card component="section" sx={{ p: 6 }}>
      <Stack direction="row" sx={{ alignItems: 'center', mb: 4, gap: 3 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {t('balance.week')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={kind}
          onChange={(_, next: unknown) => setKind(asOneOf(next, BALANCE_KINDS, kind))}
        >
          {BALANCE_KINDS.map((item) => (
            <ToggleButton key={item} value={item}>
              {t(`balance.name.${item}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Tooltip title={label}>
          <IconButton size="small" aria-label={label} aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            {isTable ? <ShowChart fontSize="small" /> : <TableRows fontSize="small" />}
          </IconButton>
        </Tooltip>
      </Stack>
      {overview === undefined ? (
        <Skeleton height={CHART_HEIGHT + 40} />
      ) : (
        <View kind={kind} days={overview.days} values={overview[kind]} isHidden={discreet} />
      )}
      {zone !== BROWSER_TIME_ZONE && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('balance.week_zone', { zone })}
        </Typography>
      )}
    </Card>
  );
}
