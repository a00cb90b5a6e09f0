/** What stands where a part of the page could not be fetched: calm, in place, with a way on. */
import PartIcon from '@mui/icons-material/ExtensionOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

/** `small`: where there is room for one sign only. `none`: nobody would miss it. */
export type PartLook = 'note' | 'small' | 'none';

interface MissingPartProps {
  readonly look: PartLook;
  /** The way out of a part that stands over the page. */
  readonly onClose: (() => void) | undefined;
  readonly busy: boolean;
  /** The line is up and it cannot be had all the same: it may be of a build that is over. */
  readonly gone: boolean;
  readonly onAgain: () => void;
}

function useSaid({ gone, onAgain }: Pick<MissingPartProps, 'gone' | 'onAgain'>) {
  const { t } = useTranslation();
  return gone
    ? { text: t('shell.failed.part_gone'), label: t('shell.failed.reload'), run: () => window.location.reload() }
    : { text: t('shell.failed.part'), label: t('shell.retry'), run: onAgain };
}

function Note({ busy, onClose, ...rest }: Omit<MissingPartProps, 'look'>) {
  const { t } = useTranslation();
  const { text, label, run } = useSaid(rest);
  return (
    <Stack
      component="output"
      data-missing-part
      direction="row"
      sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2, p: 3, maxWidth: 560, color: 'text.secondary' }}
    >
      <PartIcon fontSize="small" aria-hidden />
      <Typography variant="body2" sx={{ flex: '1 1 200px' }}>
        {text}
      </Typography>
      <Button size="small" variant="outlined" loading={busy} onClick={run}>
        {label}
      </Button>
      {onClose && (
        <Button size="small" onClick={onClose}>
          {t('shell.close')}
        </Button>
      )}
    </Stack>
  );
}

function Sign(props: Omit<MissingPartProps, 'look' | 'onClose'>) {
  const { text, label, run } = useSaid(props);
  const said = `${text} ${label}`;
  return (
    <IconButton size="small" data-missing-part aria-label={said} title={said} disabled={props.busy} onClick={run}>
      <PartIcon fontSize="inherit" aria-hidden />
    </IconButton>
  );
}

/** Where the dialog would stand, without its code: that is as far away as the part. */
const OVER = {
  position: 'fixed',
  zIndex: 'modal',
  inset: 'auto 16px 25vh',
  mx: 'auto',
  maxWidth: 444,
  bgcolor: 'background.raised',
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  boxShadow: 8,
} as const;

export function MissingPart({ look, onClose, ...rest }: MissingPartProps) {
  if (look === 'none') return null;
  if (onClose) {
    return (
      <Box sx={OVER} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
        <Note onClose={onClose} {...rest} />
      </Box>
    );
  }
  return look === 'small' ? <Sign {...rest} /> : <Note onClose={undefined} {...rest} />;
}
