/** The message in place of a component whose code could not be loaded, with a retry button. */
import PartIcon from '@mui/icons-material/ExtensionOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

/** `small`: only an icon. `none`: nothing is shown. */
export type LoadFailedStyle = 'note' | 'small' | 'none';

interface LoadFailedProps {
  readonly appearance: LoadFailedStyle;
  /** Closes a component that covers the page. */
  readonly onClose: (() => void) | undefined;
  readonly isRetrying: boolean;
  /** The server is reachable and the load still fails: the page may be of an old build. */
  readonly isOutdatedBuild: boolean;
  readonly onRetry: () => void;
}

function useFailureText({ isOutdatedBuild, onRetry }: Pick<LoadFailedProps, 'isOutdatedBuild' | 'onRetry'>) {
  const { t } = useTranslation();
  return isOutdatedBuild
    ? { text: t('shell.failed.part_gone'), label: t('shell.failed.reload'), run: () => window.location.reload() }
    : { text: t('shell.failed.part'), label: t('shell.retry'), run: onRetry };
}

function FailureNotice({ isRetrying, onClose, ...rest }: Omit<LoadFailedProps, 'appearance'>) {
  const { t } = useTranslation();
  const { text, label, run } = useFailureText(rest);
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
      <Button size="small" variant="outlined" loading={isRetrying} onClick={run}>
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

function FailureIcon(props: Omit<LoadFailedProps, 'appearance' | 'onClose'>) {
  const { text, label, run } = useFailureText(props);
  const title = `${text} ${label}`;
  return (
    <IconButton
      size="small"
      data-missing-part
      aria-label={title}
      title={title}
      disabled={props.isRetrying}
      onClick={run}
    >
      <PartIcon fontSize="inherit" aria-hidden />
    </IconButton>
  );
}

/** Takes the place of a dialog without MUI's dialog code, which may be missing too. */
const DIALOG_STYLE = {
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

export function LoadFailed({ appearance, onClose, ...rest }: LoadFailedProps) {
  if (appearance === 'none') return null;
  if (onClose) {
    return (
      <Box sx={DIALOG_STYLE} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
        <FailureNotice onClose={onClose} {...rest} />
      </Box>
    );
  }
  return appearance === 'small' ? <FailureIcon {...rest} /> : <FailureNotice onClose={undefined} {...rest} />;
}
