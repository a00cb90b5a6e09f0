/** Thresholds that were passed: everybody sees them, and whoever takes one on is named to all. */
import Warning from '@mui/icons-material/WarningAmberOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnyEntity } from '../../../../../common/entity/entity';
import { EXCEEDED_THRESHOLDS_LIST } from '../../../../../common/live/dashboardCards';
import { isMoneyMetric } from '../../../../../common/live/thresholdMetric';
import { formatCents } from '../../../../../common/text/cents';
import { useEngine } from '../../../../engine/engineContext';
import { rowsApi } from '../../../../engine/data/rowsApi';
import { usePermissions } from '../../../../engine/usePermissions';
import { useRows } from '../../../../engine/data/useRows';
import { useTitles } from '../../../../engine/data/useTitles';
import { api } from '../../../../shared/api/api';
import { useBootstrap } from '../../../../shared/api/bootstrap';
import { useAppSelector } from '../../../../shared/app/createStore';
import { selectCachedRow } from '../../../../shared/store/entities';
import { useFormatters } from '../../../../shared/i18n/format';
import { asRecord } from '../../../../../common/json';

const { e: THRESHOLD, query: PASSED } = EXCEEDED_THRESHOLDS_LIST;

export function Alerts() {
  const { registry } = useEngine();
  const entity = registry.get(THRESHOLD);
  return entity === undefined ? null : <Passed entity={entity} />;
}

function Passed({ entity }: { readonly entity: AnyEntity }) {
  const { t } = useTranslation();
  const rights = usePermissions(entity);
  const rows = useRows(entity, PASSED, rights);
  const ids = [...rows.list.pendingIds, ...rows.list.ids].slice(0, PASSED.limit);
  if (!rights.can('read') || ids.length === 0) return null;
  return (
    <Stack
      component="ul"
      aria-label={t('dashboard.alert.all')}
      aria-live="polite"
      sx={{ m: 0, mt: 4, p: 0, gap: 2, listStyle: 'none' }}
    >
      {ids.map((id) => (
        <Alert key={id} {...{ entity, id }} mayAct={rights.canRunAction('acknowledge')} />
      ))}
    </Stack>
  );
}

/** What was found when it was raised; undefined for whoever may not read the figure. */
function useFound(entity: AnyEntity, id: number, raised: number): number | undefined {
  const question = { url: `/admin/${entity.name}/found`, params: { id }, isSilent: true, allowsParallel: true };
  const { data, refetch } = api.useAskQuery(question, { refetchOnMountOrArgChange: true });
  const again = useEffectEvent(() => void refetch());
  const asked = useRef(raised);
  useEffect(() => {
    if (asked.current === raised) return;
    asked.current = raised;
    again();
  }, [raised]);
  const found = asRecord(data)?.['found'];
  return typeof found === 'number' ? found : undefined;
}

interface AlertProps {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly mayAct: boolean;
}
function Alert({ entity, id, mayAct }: AlertProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const row = useAppSelector(selectCachedRow(entity.name, id))?.row;
  const number = (name: string) => (typeof row?.[name] === 'number' ? row[name] : 0);
  const { registry } = useEngine();
  const isMoney = row !== undefined && isMoneyMetric(registry, row['figure']);
  const figure = (value: number) => (isMoney ? format.money(formatCents(value)) : format.number(value));
  const found = useFound(entity, id, number('raised_time'));
  if (row === undefined || row['state'] === 'calm') return null;
  const said = {
    title: typeof row['title'] === 'string' ? row['title'] : '',
    bound: figure(number('bound')),
  };
  const side = row['side'] === 'below' ? 'below' : 'above';
  const text =
    found === undefined
      ? t(`dashboard.alert.passed_${side}`, said)
      : t(`dashboard.alert.${side}`, { ...said, found: figure(found) });
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        alignItems: 'center',
        gap: 3,
        px: 4,
        py: 2,
        border: 1,
        borderColor: 'warning.main',
        borderRadius: '10px',
        bgcolor: 'background.paper',
        flexWrap: 'wrap',
      }}
    >
      <Warning sx={{ color: 'warning.main' }} />
      <Typography
        component={Link}
        to={`/admin/${entity.name}/${id}`}
        sx={{ flex: 1, minWidth: 180, color: 'text.primary', textDecoration: 'none' }}
      >
        {text}
      </Typography>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('dashboard.since', { time: format.time(number('raised_time')) })}
      </Typography>
      <Standing {...{ entity, id, mayAct }} taken={row['state'] === 'acknowledged'} who={row['acknowledged_by']} />
    </Stack>
  );
}

interface StandingProps extends AlertProps {
  readonly taken: boolean;
  readonly who: unknown;
}
/** Who is on it, or a way to say that one is. */
function Standing({ entity, id, mayAct, taken, who }: StandingProps) {
  const { t } = useTranslation();
  const [act, { isLoading }] = rowsApi.useActMutation();
  const person = typeof who === 'number' ? who : 0;
  const { entities } = useBootstrap();
  // Whoever may not read the list of admins is not told names.
  const names = useTitles('admin', person === 0 || entities['admin'] === undefined ? [] : [person]);
  if (taken) {
    return (
      <Typography variant="body2" sx={{ fontWeight: 500 }}>
        {t('dashboard.alert.taken', { name: names[person] ?? `#${person}` })}
      </Typography>
    );
  }
  if (!mayAct) return null;
  return (
    <Button
      size="small"
      variant="outlined"
      disabled={isLoading}
      onClick={() => void act({ e: entity.name, id, action: 'acknowledge' })}
    >
      {t('dashboard.alert.take')}
    </Button>
  );
}
