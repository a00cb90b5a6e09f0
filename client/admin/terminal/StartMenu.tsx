/** The list of named commands, and the start of one. */
import PlayIcon from '@mui/icons-material/PlayArrowOutlined';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import type { CommandFace } from '../../../common/terminal';
import { useApp } from '../../shared/app';
import type { RootState } from '../../shared/createStore';
import { StartDialog } from './StartDialog';
import type { Task } from './task';
import { taskEnd } from './taskEnd';
import { useAddTaskMutation, type Commands } from './terminalApi';
import { useCommandName } from './useCommandName';
import { useDownload } from './useDownload';

/** Puts a command into the queue; tells what became of it, however much later. */
function useStart(onStarted: (uuid: string) => void) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const store = useStore<RootState>();
  const download = useDownload();
  const [add, { isLoading }] = useAddTaskMutation();
  const packed = ({ appId }: Task) => {
    if (appId === 0) return;
    const run = () => download(`/admin/terminal/archive?id=${appId}`, `app-${appId}.zip`);
    toasts.show('success', t('terminal.packed'), { label: t('terminal.package_download'), run });
  };
  const start = async (face: CommandFace, args: Readonly<Record<string, string>>, blocks: boolean) => {
    const { data } = await add({ command: face.key, args, blockOnFailure: blocks });
    if (data === undefined) return;
    if (data.stuck) toasts.show('warning', t('terminal.blocked'));
    else toasts.show('info', data.joined ? t('terminal.joined') : t('terminal.started'));
    onStarted(data.uuid);
    // Whoever started what failed wants to see why.
    taskEnd(store, data.uuid).then(packed, () => onStarted(data.uuid));
  };
  return { start, isLoading };
}

interface StartMenuProps {
  readonly known: Commands;
  readonly onStarted: (uuid: string) => void;
}
export function StartMenu({ known, onStarted }: StartMenuProps) {
  const { t } = useTranslation();
  const nameOf = useCommandName();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<CommandFace | null>(null);
  const { start, isLoading } = useStart(onStarted);
  const { manager } = known.settings;
  return (
    <>
      <Button
        ref={button}
        size="small"
        variant="contained"
        startIcon={<PlayIcon />}
        loading={isLoading}
        disabled={!known.enabled}
        aria-haspopup="menu"
        onClick={() => setOpen(true)}
      >
        {t('terminal.start')}
      </Button>
      <Menu open={open} anchorEl={() => button.current} onClose={() => setOpen(false)}>
        {known.commands.map((face) => (
          <MenuItem
            key={face.key}
            disabled={face.manager && manager === 'none'}
            onClick={() => {
              setOpen(false);
              setChosen(face);
            }}
          >
            <ListItemText
              primary={nameOf(face.key)}
              secondary={face.manager ? `${face.key}.${manager}` : face.key}
              slotProps={{ secondary: { sx: { fontFamily: 'monospace', fontSize: 12 } } }}
            />
          </MenuItem>
        ))}
      </Menu>
      {chosen && (
        <StartDialog
          face={chosen}
          onClose={() => setChosen(null)}
          onStart={(args, blocks) => {
            setChosen(null);
            void start(chosen, args, blocks);
          }}
        />
      )}
    </>
  );
}
