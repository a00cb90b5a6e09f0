/** What one task prints, with a search, a download, and the choice to follow the newest line. */
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import FollowIcon from '@mui/icons-material/VerticalAlignBottomOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../shared/app';
import { MONO } from '../../shared/tokens';
import { openScreen, type Screen } from './screen';
import { tailTask } from './tail';
import type { Task } from './task';
import { useDownload } from './useDownload';

function useScreen(task: Task, onFollow: (on: boolean) => void) {
  const { t } = useTranslation();
  const { live } = useApp();
  const place = useRef<HTMLDivElement>(null);
  const screen = useRef<Screen>(null);
  const [silent, setSilent] = useState(true);
  const followed = useEffectEvent(onFollow);
  const label = useEffectEvent(() => `${t('terminal.output')} ${task.line}`);
  const gap = useEffectEvent((bytes: number) => t('terminal.gap', { bytes }));
  const { uuid, attempt } = task;
  useEffect(() => {
    if (!place.current) return undefined;
    const opened = openScreen(place.current, { label: label(), onFollow: (on) => followed(on) });
    screen.current = opened;
    setSilent(true);
    const stop = tailTask(live, uuid, {
      onAnew: () => {
        opened.clear();
        setSilent(true);
      },
      onGap: (bytes) => opened.write(`\r\n${gap(bytes)}\r\n`),
      onText: (text) => {
        setSilent(false);
        opened.write(text);
      },
      onEnd: () => undefined,
    });
    return () => {
      stop();
      opened.close();
      screen.current = null;
    };
    // A new attempt is asked for anew: the old one may have been told to its end.
  }, [live, uuid, attempt]);
  return { place, screen, silent };
}

interface BarProps {
  readonly task: Task;
  readonly following: boolean;
  readonly onFollow: () => void;
  readonly onFind: (text: string, back: boolean) => void;
}
const SMALL = { fontSize: 'small' } as const;

function Finder({ onFind }: Pick<BarProps, 'onFind'>) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState('');
  const step = (label: string, icon: ReactNode, back: boolean) => (
    <IconButton size="small" aria-label={label} title={label} onClick={() => onFind(wanted, back)}>
      {icon}
    </IconButton>
  );
  return (
    <>
      <InputBase
        value={wanted}
        placeholder={t('terminal.search')}
        inputProps={{ 'aria-label': t('terminal.search') }}
        onChange={({ target }) => setWanted(target.value)}
        onKeyDown={({ key, shiftKey, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) onFind(wanted, shiftKey);
        }}
        sx={{ width: { xs: 90, sm: 180 }, fontSize: 13, px: 2, bgcolor: 'background.raised', borderRadius: '6px' }}
      />
      {step(t('terminal.previous'), <UpIcon {...SMALL} />, true)}
      {step(t('terminal.next'), <DownIcon {...SMALL} />, false)}
    </>
  );
}

function Bar({ task, following, onFollow, onFind }: BarProps) {
  const { t } = useTranslation();
  const download = useDownload();
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', gap: 1, px: 3, minHeight: 44, borderBottom: 1, borderColor: 'divider' }}
    >
      <Typography
        component="code"
        noWrap
        title={task.line}
        sx={{ flex: 1, minWidth: 0, fontFamily: MONO, fontSize: 13 }}
      >
        {task.line}
      </Typography>
      <Finder onFind={onFind} />
      <ToggleButton
        size="small"
        value="follow"
        selected={following}
        aria-label={t('terminal.follow')}
        title={following ? t('terminal.unfollow') : t('terminal.follow')}
        onChange={onFollow}
        sx={{ border: 0, p: 1 }}
      >
        <FollowIcon {...SMALL} />
      </ToggleButton>
      <IconButton
        size="small"
        aria-label={t('terminal.download')}
        title={t('terminal.download')}
        onClick={() => download(`/admin/terminal/output?uuid=${task.uuid}`, `${task.command}.txt`)}
      >
        <DownloadIcon {...SMALL} />
      </IconButton>
    </Stack>
  );
}

export function OutputPane({ task }: { readonly task: Task }) {
  const { t } = useTranslation();
  const [following, setFollowing] = useState(true);
  const { place, screen, silent } = useScreen(task, setFollowing);
  const toggle = () => {
    screen.current?.follow(!following);
    setFollowing(!following);
  };
  return (
    <Stack sx={{ flex: 1, minWidth: 0, minHeight: 0 }}>
      <Bar {...{ task, following }} onFollow={toggle} onFind={(text, back) => screen.current?.find(text, back)} />
      <Box sx={{ position: 'relative', flex: 1, minHeight: 0, bgcolor: 'background.sunken' }}>
        <Box ref={place} data-testid="terminal-output" sx={{ position: 'absolute', inset: '8px 0 0 12px' }} />
        {silent && (
          <Typography sx={{ position: 'absolute', top: 12, left: 16, color: 'text.secondary', pointerEvents: 'none' }}>
            {t('terminal.silent')}
          </Typography>
        )}
      </Box>
    </Stack>
  );
}
