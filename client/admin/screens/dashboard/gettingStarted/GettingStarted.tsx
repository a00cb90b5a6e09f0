/** First steps of a new admin above the dashboard; each is marked as done by the server, and all can be hidden. */
import CheckCircle from '@mui/icons-material/CheckCircle';
import Close from '@mui/icons-material/Close';
import Unchecked from '@mui/icons-material/RadioButtonUncheckedOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { GettingStartedStep, StepName } from '../../../../../common/gettingStarted';
import { api } from '../../../../shared/api/api';
import { bootstrapApi } from '../../../../shared/api/bootstrap';
import { useAppDispatch } from '../../../../shared/app/createStore';
import { useLazyTranslations } from '../../../../shared/i18n/useLazyTranslations';
import { APP_PATHS } from '../../../../shared/routing/safeRedirects';
import { GETTING_STARTED_HEIGHT } from './gettingStartedHeight';
import { useGettingStarted } from './useGettingStarted';

const { home, front } = APP_PATHS.admin;
/** Path of the screen for each step. */
const STEP_PATHS: Readonly<Record<StepName, string>> = {
  site: `${home}/config`,
  colleague: `${home}/admin?record=new`,
  window: front,
  entity: `${home}/crud_design`,
  booking: `${home}/user`,
};

function StepItem({ step: { name, isDone } }: { readonly step: GettingStartedStep }) {
  const { t } = useTranslation();
  // With the opener: a sign-in that lasts as long as its window is copied to the new one.
  const target = name === 'window' ? { target: '_blank', rel: 'opener' } : {};
  return (
    <Stack component="li" direction="row" sx={{ gap: 2, minWidth: 0 }}>
      {isDone ? (
        <CheckCircle titleAccess={t('gettingStarted.done')} sx={{ fontSize: 20, color: 'success.main' }} />
      ) : (
        <Unchecked titleAccess={t('gettingStarted.open')} sx={{ fontSize: 20, color: 'text.disabled' }} />
      )}
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, lineHeight: '20px', color: isDone ? 'text.secondary' : 'text.primary' }}>
          {t(`gettingStarted.step.${name}.title`)}
        </Typography>
        <Typography variant="caption" component="p" sx={helpStyle}>
          {t(`gettingStarted.step.${name}.help`)}
        </Typography>
        {!isDone && (
          <Button component={Link} to={STEP_PATHS[name]} {...target} size="small" sx={{ ml: -2.5, mt: 0.5 }}>
            {t(`gettingStarted.step.${name}.action`)}
          </Button>
        )}
      </Box>
    </Stack>
  );
}
/** The place of a step that is not loaded yet. */
const StepSkeleton = () => (
  <Stack component="li" direction="row" aria-hidden sx={{ gap: 2, minWidth: 0 }}>
    <Skeleton variant="circular" width={20} height={20} sx={{ flex: 'none' }} />
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Skeleton width="70%" height={20} />
      <Skeleton width="90%" height={16} sx={helpStyle} />
      <Skeleton width="50%" height={20} sx={{ mt: 1 }} />
    </Box>
  </Stack>
);
const helpStyle = { color: 'text.secondary', display: { xs: 'none', md: 'block' } } as const;

/** Hides the steps at once, on every device; they return if the server refuses. */
function useDismiss(): () => void {
  const dispatch = useAppDispatch();
  const [request] = api.useRequestMutation();
  return () => {
    const patch = dispatch(
      bootstrapApi.util.updateQueryData('bootstrap', undefined, (bootstrap) => ({
        ...bootstrap,
        gettingStarted: false,
      })),
    );
    request({ url: '/admin/gettingStarted/dismiss', method: 'POST', body: {} })
      .unwrap()
      .catch(() => patch.undo());
  };
}

export function GettingStarted() {
  const { t } = useTranslation();
  useLazyTranslations();
  const steps = useGettingStarted();
  const dismiss = useDismiss();
  // A list of one step is no help, so admins without permission for the other steps see none.
  if (steps !== undefined && steps.length < 2) return null;
  const doneCount = steps?.filter(({ isDone }) => isDone).length ?? 0;
  const isComplete = steps !== undefined && doneCount === steps.length;
  return (
    <Box component="section" aria-label={t('gettingStarted.title')} sx={sectionStyle}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, mb: 2 }}>
        <Typography variant="h3" component="h2">
          {t(isComplete ? 'gettingStarted.complete' : 'gettingStarted.title')}
        </Typography>
        <Typography component="output" sx={{ color: 'text.secondary', flex: 1 }}>
          {steps && t('gettingStarted.progress', { done: doneCount, count: steps.length })}
        </Typography>
        <IconButton
          size="small"
          aria-label={t('gettingStarted.dismiss')}
          title={t('gettingStarted.dismiss')}
          onClick={dismiss}
        >
          <Close />
        </IconButton>
      </Stack>
      <Box component="ol" sx={listStyle}>
        {steps === undefined
          ? Object.keys(STEP_PATHS).map((name) => <StepSkeleton key={name} />)
          : steps.map((step) => <StepItem key={step.name} step={step} />)}
      </Box>
    </Box>
  );
}
const sectionStyle = {
  minHeight: GETTING_STARTED_HEIGHT,
  mt: 5,
  px: 4,
  py: 3,
  border: 1,
  borderColor: 'divider',
  borderRadius: '10px',
  bgcolor: 'background.paper',
} as const;
const listStyle = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 3,
  gridTemplateColumns: { xs: '1fr', md: 'repeat(auto-fit, minmax(180px, 1fr))' },
} as const;
