/** What the command terminal does just now: how many tasks run, which, and how many wait; a click leads to the terminal. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnyEntity } from '../../../../../common/entity/entity';
import { RUNNING_TASK_LIST, TASK_QUEUE_COUNTER, type Card } from '../../../../../common/live/dashboardCards';
import { TASK_STATUS } from '../../../../../common/terminal';
import { useEngine } from '../../../../engine/engineContext';
import { usePermissions } from '../../../../engine/usePermissions';
import { useRows } from '../../../../engine/data/useRows';
import { StaleMark } from '../../../../shared/controls/StaleMark';
import { useAppSelector } from '../../../../shared/app/createStore';
import { selectCachedRow } from '../../../../shared/store/entities';
import { useCommandName } from '../../../terminal/useCommandName';
import { totalOf } from '../figures/series';
import { useFigure, useKnown } from '../figures/useFigure';
import { CardFrame, NoAccess } from './CardFrame';
import { big, small, wholeCard } from './figureLooks';
import { Rolling } from './Rolling';
import { useCardTitle, useSay } from './useCardWords';

const RUNNING = [TASK_STATUS.connecting, TASK_STATUS.executing];
const WAITING = [String(TASK_STATUS.waiting)];

export function TasksCard({ card }: { readonly card: Card }) {
  const { t } = useTranslation();
  const titleId = useId();
  const title = useCardTitle()(card);
  const say = useSay(card);
  const { heard } = useKnown();
  const { registry } = useEngine();
  const entity = registry.get(TASK_QUEUE_COUNTER.e);
  const state = useFigure(TASK_QUEUE_COUNTER);
  const running = state.is === 'known' ? totalOf(state.cells, RUNNING.map(String)) : 0;
  const waiting = state.is === 'known' ? totalOf(state.cells, WAITING) : 0;
  if (state.is === 'refused' || entity === undefined)
    return (
      <CardFrame {...{ title, titleId }}>
        <NoAccess />
      </CardFrame>
    );
  return (
    <CardFrame {...{ title, titleId }}>
      <Stack sx={{ flex: 1, minHeight: 0, justifyContent: 'space-between' }}>
        {state.is === 'waiting' ? (
          <Skeleton width={48} height={36} />
        ) : (
          <Stack direction="row" sx={{ alignItems: 'center', gap: 3 }}>
            <ButtonBase
              component={Link}
              to="/admin/terminal"
              aria-label={`${title}: ${say(running)}. ${t('dashboard.open_terminal')}`}
              sx={{ ...big, ...wholeCard }}
            >
              <StaleMark updatedAt={heard}>
                <Rolling value={running} say={say} />
              </StaleMark>
            </ButtonBase>
            {running > 0 && <Box aria-hidden sx={runningDot} />}
          </Stack>
        )}
        <Box sx={{ ...small, overflow: 'hidden' }}>
          {running > 0 ? (
            <First entity={entity} />
          ) : (
            state.is === 'known' &&
            t(waiting > 0 ? 'dashboard.tasks_waiting' : 'dashboard.tasks_none', { count: waiting })
          )}
        </Box>
      </Stack>
    </CardFrame>
  );
}

/** The task that runs, by its name. */
function First({ entity }: { readonly entity: AnyEntity }) {
  const rows = useRows(entity, RUNNING_TASK_LIST.query, usePermissions(entity));
  const name = useCommandName();
  const { hasPending: pending, applyPending: show } = rows;
  useEffect(() => {
    if (pending) show();
  });
  const id = rows.list.ids[0] ?? 0;
  const row = useAppSelector(selectCachedRow(entity.name, id))?.row;
  const command = typeof row?.['command'] === 'string' ? name(row['command']) : ' ';
  return (
    <Typography noWrap sx={small}>
      {command}
    </Typography>
  );
}
const runningDot = { width: 10, height: 10, borderRadius: '50%', bgcolor: 'success.main' } as const;
