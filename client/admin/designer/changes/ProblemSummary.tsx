/** All problems of the design, each with a link to where it is corrected. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { DesignProblem } from '../../../../common/designer/design';
import { useProblemText } from '../properties/ProblemTexts';

interface ProblemSummaryProps {
  readonly problems: readonly DesignProblem[];
  readonly onShow: (problem: DesignProblem) => void;
}
export function ProblemSummary({ problems, onShow }: ProblemSummaryProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (
    <Alert severity="error" sx={{ '& .MuiAlert-message': { minWidth: 0, flex: 1 } }}>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {t('designerScreen.problems.title')}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 4 }}>
        {problems.map((problem) => {
          const text = problemText(problem);
          const place = problem.field ?? t('designerScreen.problems.table');
          return (
            <li key={`${place}/${problem.property ?? ''}/${text}`}>
              <Link
                component="button"
                type="button"
                color="inherit"
                underline="always"
                onClick={() => onShow(problem)}
                sx={{ fontWeight: 500 }}
              >
                {place === '' ? '–' : place}
              </Link>{' '}
              {text}
            </li>
          );
        })}
      </Box>
    </Alert>
  );
}
