/** One task on the timeline: how it stands, who started it, how long it took, and what can be done with it. */
import DeleteIcon from '@mui/icons-material/DeleteOutlineOutlined';
import DownIcon from '@mui/icons-material/ArrowDownward';
import PackageIcon from '@mui/icons-material/DownloadOutlined';
import RetryIcon from '@mui/icons-material/ReplayOutlined';
import SkipIcon from '@mui/icons-material/SkipNextOutlined';
import StopIcon from '@mui/icons-material/StopCircleOutlined';
import UpIcon from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { terminalTask } from '../../../common/entities/terminalTask';
import { entityWords } from '../../../common/locales/entityWords';
import { isBroken, isRunning, mayDelete, mayRetry, type TaskState } from '../../../common/terminal';
import { useLang } from '../../shared/i18n';
import { useFormat } from '../../shared/format';
import { lasted, type Task } from './task';
import { useDownload } from './useDownload';
import { useActOnTaskMutation, useMoveTaskMutation, useUnblockTaskMutation } from './terminalApi';

const TONES: Readonly<Record<TaskState, string>> = {
  waiting: 'text.disabled',
  connecting: 'info.main',
  executing: 'info.main',
  success: 'success.main',
  failed: 'error.main',
  unknown: 'warning.main',
};

/** Seconds go by while it runs. */
function useDuration(task: Task): string {
  const running = isRunning(task.status);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [running]);
  if (running) return lasted(Math.max(0, Math.round((now - task.started * 1000) / 1000) * 1000));
  return task.duration === null ? '' : lasted(task.duration);
}

function useStatusWords(task: Task): string {
  const lang = useLang();
  const { t } = useTranslation();
  const { choices } = entityWords(terminalTask, lang);
  const state = choices['status']?.[task.state] ?? task.state;
  const reason = task.reason === '' ? undefined : choices['reason']?.[task.reason];
  const exit = task.exitCode === null || task.exitCode === 0 ? undefined : t('terminal.exit', { code: task.exitCode });
  const attempt = task.attempt > 1 ? t('terminal.attempt', { n: task.attempt }) : undefined;
  return [task.ending ? t('terminal.ending') : state, reason ?? exit, attempt].filter(Boolean).join(' · ');
}

interface ActionProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}
const Action = ({ label, icon, disabled = false, onClick }: ActionProps) => (
  <IconButton size="small" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
    {icon}
  </IconButton>
);

export interface Neighbours {
  /** Waiting tasks just before and behind this one. */
  readonly above: Task | undefined;
  readonly below: Task | undefined;
}

function Actions({ task, above, below }: { readonly task: Task } & Neighbours) {
  const { t } = useTranslation();
  const [act, { isLoading }] = useActOnTaskMutation();
  const [unblock] = useUnblockTaskMutation();
  const [move] = useMoveTaskMutation();
  const { uuid, status } = task;
  const small = { fontSize: 'small' } as const;
  const swap = (target: Task | undefined) => target && void move({ uuid, target: target.uuid });
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'flex-end' }}>
      {isRunning(status) && (
        <Action
          label={t('terminal.cancel')}
          icon={<StopIcon {...small} />}
          disabled={isLoading || task.ending}
          onClick={() => void act({ act: 'cancel', uuid })}
        />
      )}
      {task.state === 'waiting' && above && (
        <Action label={t('terminal.up')} icon={<UpIcon {...small} />} onClick={() => swap(above)} />
      )}
      {task.state === 'waiting' && below && (
        <Action label={t('terminal.down')} icon={<DownIcon {...small} />} onClick={() => swap(below)} />
      )}
      {mayRetry(status) && (
        <Action
          label={t('terminal.retry')}
          icon={<RetryIcon {...small} />}
          disabled={isLoading}
          onClick={() => void act({ act: 'retry', uuid })}
        />
      )}
      {isBroken(status) && task.block_on_failure === 1 && (
        <Action label={t('terminal.skip')} icon={<SkipIcon {...small} />} onClick={() => void unblock(uuid)} />
      )}
      {mayDelete(status) && (
        <Action
          label={t('terminal.delete')}
          icon={<DeleteIcon {...small} />}
          disabled={isLoading}
          onClick={() => void act({ act: 'del', uuid })}
        />
      )}
    </Stack>
  );
}

interface TaskItemProps extends Neighbours {
  readonly task: Task;
  readonly shown: boolean;
  readonly mayAct: boolean;
  readonly onShow: () => void;
}
export function TaskItem({ task, shown, mayAct, onShow, above, below }: TaskItemProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useStatusWords(task);
  const duration = useDuration(task);
  const download = useDownload();
  const { appId } = task;
  return (
    <Box
      component="li"
      sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: shown ? 'action.selected' : undefined }}
    >
      <ButtonBase
        onClick={onShow}
        aria-current={shown}
        sx={{ display: 'block', width: '100%', textAlign: 'left', px: 3, pt: 2 }}
      >
        <Typography noWrap title={task.line} sx={{ fontFamily: 'monospace', fontSize: 13 }}>
          {task.command}
        </Typography>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5 }}>
          <Box sx={{ width: 8, height: 8, borderRadius: '50%', flex: 'none', bgcolor: TONES[task.state] }} />
          <Typography variant="caption" data-state={task.state} sx={{ flex: 1, minWidth: 0 }}>
            {words}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {duration}
          </Typography>
        </Stack>
      </ButtonBase>
      <Stack direction="row" sx={{ alignItems: 'center', pl: 3, pr: 1, minHeight: 34 }}>
        <Typography
          variant="caption"
          noWrap
          title={format.dateTime(task.created)}
          sx={{ flex: 1, color: 'text.secondary' }}
        >
          {t('terminal.by', { name: task.by, time: format.clock(task.created) })}
        </Typography>
        {appId > 0 && task.state === 'success' && (
          <Action
            label={t('terminal.package_download')}
            icon={<PackageIcon fontSize="small" />}
            onClick={() => download(`/admin/terminal/archive?id=${appId}`, `app-${appId}.zip`)}
          />
        )}
        {mayAct && <Actions {...{ task, above, below }} />}
      </Stack>
    </Box>
  );
}
