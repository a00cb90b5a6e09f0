/** Preview of the list and the form of a design: the console's own grid, cards and form, with sample rows. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { asInteger } from '../../../../common/json';
import type { AnyEntity } from '../../../../common/entity/entity';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { useEngine } from '../../../engine/engineContext';
import { FormBody } from '../../../engine/form/FormBody';
import { CardList } from '../../../engine/list/cards/CardList';
import { Grid } from '../../../engine/list/grid/Grid';
import { useAppSelector } from '../../../shared/app/createStore';
import { useEntityLabels, useLanguage } from '../../../shared/i18n/i18n';
import { selectSettings } from '../../../shared/store/settings';
import { PHONE_QUERY, ROW_HEIGHT } from '../../../shared/theme/designTokens';
import { EmptyState } from '../../../ui/EmptyState';
import { useOpenDesign } from '../data/designContext';
import { createSampleRows, firstSample, type SampleRows } from './sampleRows';
import { SampleStore } from './SampleStore';
import { usePreviewForm } from './usePreviewForm';
import { NO_HANDLERS, usePreviewList } from './usePreviewList';

interface PreviewProps {
  readonly entity: AnyEntity;
  readonly samples: SampleRows;
}
/** The box around the inert list scrolls, since nothing within can. */
const LIST_SCROLL = {
  overflowX: 'auto',
  '& .MuiTableContainer-root': { overflow: 'visible' },
  '& thead th': { position: 'static' },
} as const;

function ListPreview({ entity, samples }: PreviewProps) {
  const labels = useEntityLabels(entity);
  const { density } = useAppSelector(selectSettings);
  const isPhone = useMediaQuery(PHONE_QUERY);
  const ids = useMemo(() => samples.rows.map((row) => asInteger(row['id'])), [samples]);
  const model = usePreviewList(entity, ids);
  const idle = { openId: null, currentId: null, editedCell: null, rejectedEdits: {} };
  return (
    <Box component="section" sx={LIST_SCROLL} tabIndex={0} aria-label={labels.many}>
      <Box inert sx={{ display: 'flex', flexDirection: 'column' }}>
        <SampleStore entity={entity} samples={samples}>
          {isPhone ? (
            <CardList model={model} handlers={NO_HANDLERS} />
          ) : (
            <Grid model={model} handlers={NO_HANDLERS} height={ROW_HEIGHT[density]} {...idle} />
          )}
        </SampleStore>
      </Box>
    </Box>
  );
}

function FormPreview({ entity, samples }: PreviewProps) {
  const form = usePreviewForm(entity, firstSample(samples));
  return (
    <Box inert sx={{ p: { xs: 4, md: 5 } }}>
      <SampleStore entity={entity} samples={samples}>
        <FormBody form={form} />
      </SampleStore>
    </Box>
  );
}

/** Sample rows of the entity, with the names of the entities that they refer to. */
function useSampleRows(entity: AnyEntity | undefined): SampleRows | undefined {
  const { t } = useTranslation();
  const { registry } = useEngine();
  const lang = useLanguage();
  const text = t('designerScreen.preview.text');
  return useMemo(
    () => entity && createSampleRows(entity, text, registry, (target) => entityLabels(target, lang).one),
    [entity, text, registry, lang],
  );
}

export function PreviewPane() {
  const { t } = useTranslation();
  const { entity } = useOpenDesign();
  const samples = useSampleRows(entity);
  if (entity === undefined || samples === undefined)
    return <EmptyState title={t('designerScreen.preview.blocked')} help={t('designerScreen.preview.blocked_help')} />;
  return (
    <Stack sx={{ gap: 4 }}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('designerScreen.preview.sample')}
      </Typography>
      <Stack component="section" aria-label={t('designerScreen.preview.list')} sx={{ gap: 2 }}>
        <Typography variant="h4" component="h2">
          {t('designerScreen.preview.list')}
        </Typography>
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          <ListPreview entity={entity} samples={samples} />
        </Paper>
      </Stack>
      <Stack component="section" aria-label={t('designerScreen.preview.form')} sx={{ gap: 2 }}>
        <Typography variant="h4" component="h2">
          {t('designerScreen.preview.form')}
        </Typography>
        <Paper variant="outlined" sx={{ maxWidth: 860 }}>
          <FormPreview entity={entity} samples={samples} />
        </Paper>
      </Stack>
    </Stack>
  );
}
