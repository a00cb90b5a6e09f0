/** Seven days of balance or points as bars around a line, labelled in place; each day tells its number to who taps it, and a table all of them. */
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
import { useAppSelector } from '../../../shared/createStore';
import { useFormat } from '../../../shared/format';
import { asOneOf } from '../../../shared/persist';
import { OWN_ZONE, selectTimeZone } from '../../../shared/site';
import { HIDDEN_AMOUNT, selectSettings } from '../../../shared/settings';
import { sayAmount, saySigned, WEALTH_KINDS, type WealthKind } from '../../wealth/amounts';
import type { OverviewData } from './overviewApi';

const HEIGHT = 112;

interface BarsProps {
  readonly kind: WealthKind;
  readonly days: readonly string[];
  readonly values: readonly number[];
  readonly hidden: boolean;
}
/** What a day brought, as it is read: nothing has no sign. */
function useSayDay({ kind, hidden }: Pick<BarsProps, 'kind' | 'hidden'>): (value: number) => string {
  const format = useFormat();
  return (value) => {
    if (hidden) return HIDDEN_AMOUNT;
    return value === 0 ? sayAmount(format, kind, 0) : saySigned(format, kind, value);
  };
}

function Bars(props: BarsProps) {
  const { kind, days, values, hidden } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const say = useSayDay(props);
  const [chosen, choose] = useState(days.length - 1);
  const sum = saySigned(
    format,
    kind,
    values.reduce((all, one) => all + one, 0),
  );
  const label = t('wealth.week_summary', { name: t(`wealth.name.${kind}`), sum: hidden ? HIDDEN_AMOUNT : sum });
  const most = Math.max(1, ...values.map(Math.abs));
  const day = days[chosen];
  const from = roomFrom(values.map(say));
  return (
    <>
      <Box role="img" aria-label={label} sx={{ height: '1px' }} />
      <Stack direction="row" sx={{ gap: { xs: 1, sm: 3 } }}>
        {days.map((one, at) => (
          <Bar
            key={one}
            day={one}
            said={say(values[at] ?? 0)}
            value={hidden ? 0 : (values[at] ?? 0)}
            most={most}
            isChosen={at === chosen}
            onChoose={() => choose(at)}
            from={from}
          />
        ))}
      </Stack>
      {day !== undefined && (
        <Typography component="output" data-day={day} sx={{ ...oneDay, display: { xs: 'block', [from]: 'none' } }}>
          {day.slice(5)} <strong>{say(values[chosen] ?? 0)}</strong>
        </Typography>
      )}
    </>
  );
}
/** Above a bar there is room for this many signs on a tablet. */
const SHORT = 11;
const roomFrom = (said: readonly string[]) => (said.some(({ length }) => length > SHORT) ? 'md' : 'sm');
const oneDay = { mt: 2, textAlign: 'center', fontVariantNumeric: 'tabular-nums' } as const;

interface BarProps {
  readonly day: string;
  readonly said: string;
  readonly value: number;
  readonly most: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** From which width on its number has room. */
  readonly from: 'sm' | 'md';
}
/** One day; where its number has no room, as on a phone, a tap says it below. */
function Bar({ day, said, value, most, isChosen, onChoose, from }: BarProps) {
  return (
    <ButtonBase
      aria-label={`${day.slice(5)}: ${said}`}
      aria-pressed={isChosen}
      onClick={onChoose}
      sx={{ flex: 1, minWidth: 0, display: 'block', textAlign: 'center', borderRadius: '6px' }}
    >
      <Box sx={column}>
        <Typography
          variant="caption"
          sx={{ whiteSpace: 'nowrap', color: 'text.secondary', display: { xs: 'none', [from]: 'block' } }}
        >
          {value === 0 ? '' : said}
        </Typography>
        <Box
          sx={{
            width: '60%',
            maxWidth: 40,
            height: Math.max(2, Math.round((Math.abs(value) / most) * HEIGHT)),
            borderRadius: '4px 4px 0 0',
            bgcolor: value === 0 ? 'divider' : value < 0 ? 'error.main' : 'primary.main',
          }}
        />
      </Box>
      <Typography
        variant="caption"
        sx={{ color: isChosen ? { xs: 'text.primary', [from]: 'text.secondary' } : 'text.secondary' }}
      >
        {day.slice(5)}
      </Typography>
    </ButtonBase>
  );
}
const column = {
  height: HEIGHT + 20,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'flex-end',
  alignItems: 'center',
} as const;

/** The same numbers for those who read rather than look, the newest first. */
function WeekTable(props: BarsProps) {
  const { kind, days, values } = props;
  const { t } = useTranslation();
  const say = useSayDay(props);
  return (
    <Table size="small" aria-label={t('wealth.week')}>
      <TableHead>
        <TableRow>
          <TableCell>{t('wealth.week_day')}</TableCell>
          <TableCell align="right">{t(`wealth.name.${kind}`)}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {days
          .map((_, at) => days.length - 1 - at)
          .map((at) => (
            <TableRow key={days[at]}>
              <TableCell component="th" scope="row" sx={{ fontWeight: 400 }}>
                {days[at]}
              </TableCell>
              <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {say(values[at] ?? 0)}
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
  const [kind, setKind] = useState<WealthKind>('money');
  const [table, setTable] = useState(false);
  const Shown = table ? WeekTable : Bars;
  const label = t(table ? 'wealth.week_chart' : 'wealth.week_table');
  return (
    <Card component="section" sx={{ p: 6 }}>
      <Stack direction="row" sx={{ alignItems: 'center', mb: 4, gap: 3 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {t('wealth.week')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={kind}
          onChange={(_, next: unknown) => setKind(asOneOf(next, WEALTH_KINDS, kind))}
        >
          {WEALTH_KINDS.map((one) => (
            <ToggleButton key={one} value={one}>
              {t(`wealth.name.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Tooltip title={label}>
          <IconButton size="small" aria-label={label} aria-pressed={table} onClick={() => setTable(!table)}>
            {table ? <ShowChart fontSize="small" /> : <TableRows fontSize="small" />}
          </IconButton>
        </Tooltip>
      </Stack>
      {overview === undefined ? (
        <Skeleton height={HEIGHT + 40} />
      ) : (
        <Shown kind={kind} days={overview.days} values={overview[kind]} hidden={discreet} />
      )}
      {zone !== OWN_ZONE && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('wealth.week_zone', { zone })}
        </Typography>
      )}
    </Card>
  );
}
