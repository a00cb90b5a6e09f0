/**
 * Shows the toasts: at the bottom center on phones, otherwise at the bottom left of the content, away from forms and their buttons. Each closes
 * after six seconds unless hovered or focused.
 */
import CloseIcon from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { FLOAT_SHADOW } from '../theme/designTokens';
import type { Toast, Toasts } from './toasts';
import { useToastOffset } from './useToastOffset';

const VISIBLE_MS = 6_000;
/** Toasts with an undo action stay longer. */
const UNDO_VISIBLE_MS = 10_000;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]');
/** Ctrl+Z outside of inputs runs the undo action of the newest toast that has one. */
function useUndoKey(toasts: Toasts) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (!isUndo || event.defaultPrevented || isTyping(event.target)) return;
      const toast = toasts.list().findLast(({ action }) => action?.undoes);
      if (!toast) return;
      event.preventDefault();
      toasts.dismiss(toast.id);
      toast.action?.run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toasts]);
}

/** The padding keeps the list markers from being cut off by the scrolling; a single detail has no marker. */
const DETAILS_STYLE = { m: 0, mt: 1, pl: 5, maxHeight: 160, overflow: 'auto', overflowWrap: 'anywhere' } as const;
const SINGLE_DETAIL_STYLE = { ...DETAILS_STYLE, pl: 0, listStyle: 'none' } as const;
const ToastDetails = ({ details }: { readonly details: readonly string[] }) => (
  <Box component="ul" sx={details.length === 1 ? SINGLE_DETAIL_STYLE : DETAILS_STYLE}>
    {details.map((detail) => (
      <li key={detail}>{detail}</li>
    ))}
  </Box>
);

function ToastView({ toast, toasts }: { readonly toast: Toast; readonly toasts: Toasts }) {
  const { t } = useTranslation();
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld || toast.details) return undefined;
    const timer = setTimeout(() => toasts.dismiss(toast.id), toast.action?.undoes ? UNDO_VISIBLE_MS : VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [isHeld, toast, toasts]);
  const { action, details } = toast;
  const close = () => toasts.dismiss(toast.id);
  const run = () => {
    action?.run();
    close();
  };
  return (
    <Alert
      severity={toast.severity}
      variant="standard"
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      onClose={close}
      closeText={t('shell.close')}
      sx={{
        bgcolor: 'background.raised',
        color: 'text.primary',
        border: 1,
        borderColor: 'divider',
        boxShadow: FLOAT_SHADOW,
      }}
      {...(action && {
        // MUI drops its own close button next to an action, and some toasts stay until they are closed.
        action: (
          <>
            <Button size="small" onClick={run}>
              {action.label}
            </Button>
            <IconButton
              size="small"
              color="inherit"
              aria-label={t('shell.close')}
              title={t('shell.close')}
              onClick={close}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </>
        ),
      })}
    >
      {toast.text}
      {details && details.length > 0 && <ToastDetails details={details} />}
    </Alert>
  );
}

export function ToastStack({ toasts }: { readonly toasts: Toasts }) {
  useUndoKey(toasts);
  const visibleToasts = useSyncExternalStore(toasts.subscribe, toasts.list);
  const root = useRef<HTMLOutputElement>(null);
  useToastOffset(root, visibleToasts.length > 0);
  return (
    <Stack
      component="output"
      ref={root}
      aria-live="polite"
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        bottom: 16,
        right: { xs: 16, sm: 'auto' },
        left: { xs: 16, sm: 24 },
        maxWidth: { sm: 420 },
        gap: 2,
        pointerEvents: 'none',
        '& > *': { pointerEvents: 'auto' },
      }}
    >
      {visibleToasts.map((toast) => (
        <ToastView key={toast.id} toast={toast} toasts={toasts} />
      ))}
    </Stack>
  );
}
