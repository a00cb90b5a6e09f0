/** The exact migration of the design, or what prevents it. */
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { DesignProblem } from '../../../../common/designer/design';
import { EmptyState } from '../../../ui/EmptyState';
import { ChangeList } from './ChangeList';
import { ProblemSummary } from './ProblemSummary';
import { usePreview } from './usePreview';

interface ChangesPaneProps {
  readonly onShowProblem: (problem: DesignProblem) => void;
}
export function ChangesPane({ onShowProblem }: ChangesPaneProps) {
  const { t } = useTranslation();
  const { preview, blocked, problems, fault, refetch } = usePreview();
  if (fault !== undefined)
    return (
      <EmptyState
        title={t('engine.form.failed_title')}
        help={fault.msg}
        action={
          <Button variant="outlined" onClick={refetch}>
            {t('engine.list.retry')}
          </Button>
        }
      />
    );
  return (
    <Stack sx={{ gap: 4, maxWidth: 860 }}>
      <Typography variant="h4" component="h2">
        {t(problems.length > 0 ? 'designerScreen.changes.blocked' : 'designerScreen.changes.title')}
      </Typography>
      {problems.length > 0 && <ProblemSummary problems={problems} onShow={onShowProblem} />}
      {problems.length === 0 && preview === undefined && <Skeleton variant="rounded" height={160} />}
      {problems.length === 0 && preview && <ChangeList preview={preview} />}
      {blocked && <ChangeList preview={blocked} />}
    </Stack>
  );
}
