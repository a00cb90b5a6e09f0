/** The changes that applying a design makes: columns, indexes, and the statements of both databases. */
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { DesignPreview, SchemaChange } from '../../../../common/designer/design';
import { DifferenceList } from './DifferenceList';
import { FieldUses } from './FieldUses';

const MONOSPACE = { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', fontSize: '0.8125rem' } as const;
const TONES: Readonly<Record<SchemaChange['kind'], 'success' | 'warning' | 'error' | 'default'>> = {
  created: 'success',
  added: 'success',
  renamed: 'default',
  widened: 'default',
  narrowed: 'warning',
  changed: 'default',
  lost: 'error',
  indexed: 'default',
  unindexed: 'default',
};

function ChangeRow({ change: { kind, table, name, from, to, waits } }: { readonly change: SchemaChange }) {
  const { t } = useTranslation();
  const detail =
    from !== undefined && to !== undefined ? t('designerScreen.changes.from_to', { from, to }) : (to ?? from);
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ alignItems: 'baseline', flexWrap: 'wrap', columnGap: 2, rowGap: 1, py: 1 }}
    >
      <Chip size="small" variant="outlined" color={TONES[kind]} label={t(`designerScreen.changes.kinds.${kind}`)} />
      <Typography component="span" sx={{ ...MONOSPACE, overflowWrap: 'anywhere' }}>
        {name ?? table}
      </Typography>
      {waits === true && <Chip size="small" color="warning" label={t('designerScreen.changes.waits_mark')} />}
      {detail !== undefined && (
        <Typography component="span" variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {detail}
        </Typography>
      )}
    </Stack>
  );
}

function Statements({ statements }: Pick<DesignPreview, 'statements'>) {
  const { t } = useTranslation();
  const databases = [
    ['SQLite', statements.sqlite],
    ['MariaDB', statements.mariadb],
  ] as const;
  return (
    <Accordion variant="outlined" disableGutters sx={{ borderRadius: '6px', '&::before': { display: 'none' } }}>
      <AccordionSummary expandIcon={<ExpandMoreIcon />}>{t('designerScreen.changes.sql')}</AccordionSummary>
      <AccordionDetails>
        {databases.map(([database, lines]) => (
          <Box key={database} sx={{ mb: 3 }}>
            <Typography variant="caption" component="h3" sx={{ fontWeight: 600 }}>
              {database}
            </Typography>
            <Box
              component="pre"
              tabIndex={0}
              sx={{
                ...MONOSPACE,
                m: 0,
                p: 2,
                bgcolor: 'background.sunken',
                borderRadius: '6px',
                whiteSpace: 'pre-wrap',
                overflowWrap: 'anywhere',
              }}
            >
              {lines.length === 0 ? '–' : lines.map((line) => `${line};`).join('\n')}
            </Box>
          </Box>
        ))}
      </AccordionDetails>
    </Accordion>
  );
}

function useRowsText({ rows }: DesignPreview): string {
  const { t } = useTranslation();
  return rows === 0 ? t('designerScreen.changes.no_rows') : t('designerScreen.changes.rows', { count: rows });
}

export function ChangeList({ preview }: { readonly preview: DesignPreview }) {
  const { t } = useTranslation();
  const rowsText = useRowsText(preview);
  if (!preview.isChanged && preview.changes.length === 0)
    return <Typography sx={{ color: 'text.secondary' }}>{t('designerScreen.changes.none')}</Typography>;
  return (
    <Stack sx={{ gap: 3 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {rowsText}
        {preview.changes.length === 0 && ` · ${t('designerScreen.changes.definition_only')}`}
      </Typography>
      {preview.isLossy && <Alert severity="warning">{t('designerScreen.changes.lossy')}</Alert>}
      <FieldUses uses={preview.uses} />
      {preview.changes.some(({ kind }) => kind === 'narrowed') && (
        <Alert severity="info">{t('designerScreen.changes.shorter')}</Alert>
      )}
      {preview.changes.some(({ waits }) => waits === true) && (
        <Alert severity="warning">
          {t('designerScreen.changes.waits', { mark: t('designerScreen.changes.waits_mark') })}
        </Alert>
      )}
      <DifferenceList differences={preview.differences} />
      {preview.changes.length > 0 && (
        <>
          <Typography variant="subtitle2" component="h3">
            {t('designerScreen.changes.columns')}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {preview.changes.map((change) => (
              <ChangeRow key={`${change.kind}/${change.name ?? ''}/${change.to ?? ''}`} change={change} />
            ))}
          </Box>
          <Statements statements={preview.statements} />
        </>
      )}
    </Stack>
  );
}
