/** Result of the explanation: yes or no, the deciding rule, and what would change it. */
import NoIcon from '@mui/icons-material/BlockOutlined';
import YesIcon from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Explanation } from './explainApi';

interface VerdictCardProps {
  readonly explanation: Explanation;
  readonly person: { readonly id: number; readonly name: string };
  /** Action and entity in words. */
  readonly subject: string;
  readonly field: string;
  /** Label of the permission that unmasks the field. */
  readonly maskName: string;
}

function ExplanationSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box>
      <Typography variant="caption" component="h3" sx={{ color: 'text.secondary', fontWeight: 500 }}>
        {title}
      </Typography>
      <Typography sx={{ overflowWrap: 'anywhere', maxWidth: 640 }}>{children}</Typography>
    </Box>
  );
}

export function VerdictCard({ explanation, person, subject, field, maskName }: VerdictCardProps) {
  const { t } = useTranslation();
  const { allowed, rule, group, by, names } = explanation;
  const getName = (id: number | undefined) =>
    id === undefined ? '' : (names[id] ?? t('permissions.why.group', { id }));
  const values = { group: getName(group), by: getName(by), node: maskName };
  const linkedGroups = [...new Set([by, group])].filter((id) => id !== undefined && names[id] !== undefined);
  const color = allowed ? 'success.main' : 'error.main';
  const Icon = allowed ? YesIcon : NoIcon;
  return (
    <Box
      component="section"
      aria-live="polite"
      data-rule={rule}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderLeft: 4,
        borderLeftColor: color,
        borderRadius: '10px',
        bgcolor: 'background.paper',
        p: 5,
      }}
    >
      <Stack direction="row" sx={{ gap: 3, alignItems: 'flex-start' }}>
        <Icon aria-hidden sx={{ color: color, fontSize: 32, mt: 0.5 }} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {t(allowed ? 'permissions.why.yes' : 'permissions.why.no', { name: person.name })}
          </Typography>
          <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {[subject, ...(field === '' ? [] : [t('permissions.why.field_of', { field })])].join(' · ')}
          </Typography>
        </Box>
      </Stack>
      <Stack sx={{ gap: 4, mt: 5 }}>
        <ExplanationSection title={t('permissions.why.rule')}>
          {t(`permissions.why.said.${rule}`, values)}
        </ExplanationSection>
        <ExplanationSection title={t('permissions.why.way')}>
          {t(`permissions.why.hint.${rule}`, values)}
        </ExplanationSection>
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          {linkedGroups.map((id) => (
            <Button key={id} size="small" variant="outlined" component={Link} to={`/admin/admin_group?record=${id}`}>
              {t('permissions.why.open_group', { name: getName(id) })}
            </Button>
          ))}
          <Button size="small" component={Link} to={`/admin/admin?record=${person.id}`}>
            {t('permissions.why.open_person')}
          </Button>
        </Stack>
      </Stack>
    </Box>
  );
}
