/** Number of running tasks of the command terminal, the name of the first, or the number of waiting ones. Links to the terminal. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnyEntity } from '../../../../../common/entity/entity';
import { RUNNING_TASK_LIST, TASK_QUEUE_COUNTER, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { TASK_STATUS } from '../../../../../common/terminal';
import { useEngine } from '../../../../engine/engineContext';
import { usePermissions } from '../../../../engine/usePermissions';
import { useRows } from '../../../../engine/data/useRows';
import { useApplyPending } from '../../../../engine/data/useApplyPending';
import { StaleMark } from '../../../../shared/controls/StaleMark';
import { useAppSelector } from '../../../../shared/app/createStore';
import { selectCachedRow } from '../../../../shared/store/entities';
import { useCommandName } from '../../../terminal/useCommandName';
import { computeTotal } from '../metrics/timeSeries';
import { useMetric, useMetricsState } from '../metrics/useMetric';
import { usePastDashboard } from '../metrics/pastDashboard';
import { CardContainer, NoAccess, Refused } from './CardContainer';
import { bigNumberStyle, captionStyle, cardLinkStyle } from './metricStyles';
import { AnimatedNumber } from './AnimatedNumber';
import { useCardTitle, useFormatCardValue } from './useCardLabels';

const RUNNING = [TASK_STATUS.connecting, TASK_STATUS.executing];
const WAITING = [String(TASK_STATUS.waiting)];

export function TasksCard({ card }: { readonly card: DashboardCard }) {
  const { t } = useTranslation();
  const titleId = useId();
  const title = useCardTitle()(card);
  const formatValue = useFormatCardValue(card);
  const { updatedAt } = useMetricsState();
  const isPast = usePastDashboard() !== undefined;
  const { registry } = useEngine();
  const entity = registry.get(TASK_QUEUE_COUNTER.e);
  const state = useMetric(TASK_QUEUE_COUNTER);
  const running = state.status === 'known' ? computeTotal(state.cells, RUNNING.map(String)) : 0;
  const waiting = state.status === 'known' ? computeTotal(state.cells, WAITING) : 0;
  if (state.status === 'refused' || entity === undefined)
    return (
      <CardContainer title={title} titleId={titleId}>
        {state.status === 'refused' ? <Refused reason={state.reason} /> : <NoAccess />}
      </CardContainer>
    );
  return (
    <CardContainer title={title} titleId={titleId} isPartial={state.status === 'known' && state.isPartial}>
      <Stack sx={{ flex: 1, minHeight: 0, justifyContent: 'space-between' }}>
        {state.status === 'waiting' ? (
          <Skeleton width={48} height={36} />
        ) : (
          <Stack direction="row" sx={{ alignItems: 'center', gap: 3 }}>
            <ButtonBase
              component={Link}
              to="/admin/terminal"
              aria-label={`${title}: ${formatValue(running)}. ${t('dashboard.open_terminal')}`}
              sx={{ ...bigNumberStyle, ...cardLinkStyle }}
            >
              <StaleMark updatedAt={updatedAt}>
                <AnimatedNumber value={running} formatValue={formatValue} />
              </StaleMark>
            </ButtonBase>
            {running > 0 && <Box aria-hidden sx={runningDot} />}
          </Stack>
        )}
        <Box sx={{ ...captionStyle, overflow: 'hidden' }}>
          {running > 0 && !isPast ? (
            <RunningTaskName entity={entity} />
          ) : (
            state.status === 'known' &&
            (running === 0 || waiting > 0) &&
            t(waiting > 0 ? 'dashboard.tasks_waiting' : 'dashboard.tasks_none', { count: waiting })
          )}
        </Box>
      </Stack>
    </CardContainer>
  );
}

/** Name of the running task. */
function RunningTaskName({ entity }: { readonly entity: AnyEntity }) {
  const rows = useRows(entity, RUNNING_TASK_LIST.query, usePermissions(entity));
  const commandName = useCommandName();
  useApplyPending(rows);
  const id = rows.list.ids[0] ?? 0;
  const row = useAppSelector(selectCachedRow(entity.name, id))?.row;
  const command = typeof row?.['command'] === 'string' ? commandName(row['command']) : ' ';
  return (
    <Typography noWrap sx={captionStyle}>
      {command}
    </Typography>
  );
}
const runningDot = { width: 10, height: 10, borderRadius: '50%', bgcolor: 'success.main' } as const;
