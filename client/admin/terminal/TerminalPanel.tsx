/** The terminal itself: tasks left, what the chosen one prints right; dark in both themes. */
import ClearIcon from '@mui/icons-material/ClearAllOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import TerminalIcon from '@mui/icons-material/TerminalOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { terminalTask } from '../../../common/entities/terminalTask';
import { isBroken, isRunning } from '../../../common/terminal';
import { PeopleStack } from '../../engine/presence/PeopleStack';
import { useAppSelector } from '../../shared/createStore';
import { useBootstrap } from '../../shared/bootstrap';
import { usePlace } from '../../shared/presence/desk';
import { selectHere } from '../../shared/presence/slice';
import { SCHEME_ATTRIBUTE } from '../../shared/theme';
import { EmptyState } from '../../ui/EmptyState';
import { keep, readKept } from './kept';
import { OutputPane } from './OutputPane';
import { SettingsDialog } from './SettingsDialog';
import { StartMenu } from './StartMenu';
import { TASK, type Task } from './task';
import { TaskItem } from './TaskItem';
import { useClearTasksMutation, type Commands } from './terminalApi';
import { useKnown } from './useKnown';
import { useTasks } from './useTasks';
import { Warnings } from './Warnings';

/** What is worth looking at first: what runs, what failed and blocks, the newest. */
const worthSeeing = (tasks: readonly Task[]): Task | undefined =>
  tasks.find(({ status }) => isRunning(status)) ??
  tasks.find(({ status, block_on_failure }) => isBroken(status) && block_on_failure === 1) ??
  tasks.at(-1);

function useChosen(tasks: readonly Task[], wanted: string | undefined) {
  const [uuid, setUuid] = useState(() => wanted ?? readKept().task);
  const choose = (next: string) => {
    setUuid(next);
    keep({ task: next });
  };
  // A failure that blocks shows its output (specification, point 4).
  const blocking = tasks.find(({ status, block_on_failure }) => isBroken(status) && block_on_failure === 1)?.uuid;
  const [seen, setSeen] = useState(blocking);
  if (blocking !== seen) {
    setSeen(blocking);
    if (blocking !== undefined) setUuid(blocking);
  }
  return { chosen: tasks.find((task) => task.uuid === uuid) ?? worthSeeing(tasks), choose };
}

interface TimelineProps {
  readonly tasks: readonly Task[];
  readonly chosen: Task | undefined;
  readonly mayAct: boolean;
  readonly onChoose: (uuid: string) => void;
}
function Timeline({ tasks, chosen, mayAct, onChoose }: TimelineProps) {
  const { t } = useTranslation();
  const waiting = tasks.filter(({ state }) => state === 'waiting');
  return (
    <Box
      component="ol"
      aria-label={t('terminal.tasks')}
      sx={{
        width: { xs: '100%', md: 320 },
        maxHeight: { xs: '40%', md: 'none' },
        flex: 'none',
        overflow: 'auto',
        listStyle: 'none',
        m: 0,
        p: 0,
        borderRight: { md: 1 },
        borderBottom: { xs: 1, md: 0 },
        borderColor: { xs: 'divider', md: 'divider' },
      }}
    >
      {tasks.map((task) => {
        const at = waiting.indexOf(task);
        const [above, below] = at < 0 ? [undefined, undefined] : [waiting[at - 1], waiting[at + 1]];
        return (
          <TaskItem
            key={task.uuid}
            {...{ task, mayAct, above, below }}
            shown={task === chosen}
            onShow={() => onChoose(task.uuid)}
          />
        );
      })}
    </Box>
  );
}

interface ToolsProps {
  readonly known: Commands | undefined;
  readonly mayAct: boolean;
  readonly onStarted: (uuid: string) => void;
}
/** Who else is here, and what may be done with the queue as a whole. */
function Tools({ known, mayAct, onStarted }: ToolsProps) {
  const { t } = useTranslation();
  const [settings, setSettings] = useState(false);
  const [clear] = useClearTasksMutation();
  const here = useAppSelector(selectHere);
  return (
    <>
      {here.e === TASK && <PeopleStack people={here.screen} entity={terminalTask} size={26} />}
      {mayAct && known && <StartMenu known={known} onStarted={onStarted} />}
      {mayAct && (
        <IconButton
          size="small"
          aria-label={t('terminal.clear')}
          title={t('terminal.clear')}
          onClick={() => void clear(undefined)}
        >
          <ClearIcon />
        </IconButton>
      )}
      {mayAct && known && (
        <IconButton
          size="small"
          aria-label={t('terminal.settings')}
          title={t('terminal.settings')}
          onClick={() => setSettings(true)}
        >
          <SettingsIcon />
        </IconButton>
      )}
      {settings && known && <SettingsDialog settings={known.settings} onClose={() => setSettings(false)} />}
    </>
  );
}

interface TerminalPanelProps {
  /** The task to show first. */
  readonly wanted?: string | undefined;
  /** What stands at the end of the bar. */
  readonly end?: ReactNode;
}
export function TerminalPanel({ wanted, end }: TerminalPanelProps) {
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const { tasks, ready } = useTasks();
  const known = useKnown();
  const { chosen, choose } = useChosen(tasks, wanted);
  usePlace(TASK, null);
  useEffect(() => keep({ showDot: false }), [tasks]);
  const mayAct = admin.super;
  return (
    <Stack
      {...{ [SCHEME_ATTRIBUTE]: 'dark' }}
      sx={{ flex: 1, minHeight: 0, bgcolor: 'background.paper', color: 'text.primary', colorScheme: 'dark' }}
    >
      <Stack
        direction="row"
        sx={{
          ...{ alignItems: 'center', gap: 2, px: 3, py: { xs: 2, sm: 0 }, minHeight: 52 },
          ...{ flexWrap: { xs: 'wrap', sm: 'nowrap' }, borderBottom: 1, borderColor: 'divider' },
        }}
      >
        <TerminalIcon />
        <Typography component="h1" variant="subtitle1" noWrap sx={{ flex: 1, minWidth: 0 }}>
          {t('terminal.title')}
        </Typography>
        {/* On a phone the title has a line of its own. */}
        <Stack
          direction="row"
          sx={{ alignItems: 'center', gap: 2, order: { xs: 1, sm: 0 }, width: { xs: '100%', sm: 'auto' } }}
        >
          <Tools {...{ known, mayAct }} onStarted={choose} />
        </Stack>
        {end}
      </Stack>
      <Warnings {...{ tasks, known, mayAct }} />
      {ready && tasks.length === 0 ? (
        <EmptyState icon={<TerminalIcon />} title={t('terminal.none')} help={t('terminal.none_help')} />
      ) : (
        <Stack direction={{ xs: 'column', md: 'row' }} sx={{ flex: 1, minHeight: 0 }}>
          <Timeline {...{ tasks, chosen, mayAct }} onChoose={choose} />
          {chosen && <OutputPane key={chosen.uuid} task={chosen} />}
        </Stack>
      )}
    </Stack>
  );
}
