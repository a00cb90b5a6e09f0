/** Tests a rule on one row: shows what the log would record. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recycleRule } from '../../../../common/entities/recycleRule';
import type { AnyEntity } from '../../../../common/entity/entity';
import { entityLabels } from '../../../../common/locales/entityLabels';
import type { RuleTest, TestedField } from '../../../../common/protocol/dataWatch';
import { useEngine } from '../../../engine/engineContext';
import { EntityPicker } from '../../../engine/EntityPicker';
import { useFormatValue } from '../../../engine/fieldTypes/useFormatValue';
import { ClosableDialog } from '../../../shared/controls/ClosableDialog';
import { isCallFault } from '../../../shared/api/faults';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { dataWatchApi } from './dataWatchApi';

const MASKED = /^•+$/;
function FieldValue({ entity, tested }: { readonly entity: AnyEntity; readonly tested: TestedField }) {
  const { t } = useTranslation();
  const formatValue = useFormatValue(entity, Infinity);
  const { field, value, hidden } = tested;
  if (hidden) return <em>{t('dataWatch.hidden')}</em>;
  return typeof value === 'string' && MASKED.test(value) ? value : formatValue(field, value);
}

function Result({
  rule,
  entity,
  result,
}: {
  readonly rule: AnyEntity;
  readonly entity: AnyEntity;
  readonly result: RuleTest;
}) {
  const { t } = useTranslation();
  const labels = entityLabels(entity, useLanguage());
  const { enabled, title, fields, unknown } = result;
  const lead = rule === recycleRule ? 'recycle' : 'sensitive';
  return (
    <Stack sx={{ gap: 3 }}>
      {!enabled && <Alert severity="warning">{t('dataWatch.disabled')}</Alert>}
      <Typography component="output">
        {t(fields.length === 0 ? 'dataWatch.none' : `dataWatch.${lead}`, { title })}
      </Typography>
      <Box component="dl" sx={{ m: 0, '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
        {fields.map((tested) => (
          <Box
            key={tested.field}
            sx={{ display: 'grid', gridTemplateColumns: 'minmax(96px, 30%) minmax(0, 1fr)', gap: 3, py: 1.5 }}
          >
            <Typography component="dt" variant="caption" sx={{ color: 'text.secondary', pt: 0.5 }}>
              {labels.fields[tested.field] ?? tested.field}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              <FieldValue entity={entity} tested={tested} />
            </Typography>
          </Box>
        ))}
      </Box>
      {unknown.length > 0 && (
        <Alert severity="warning">{t('dataWatch.unknown', { fields: unknown.join(t('history.comma')) })}</Alert>
      )}
    </Stack>
  );
}

interface TestRuleDialogProps {
  readonly rule: AnyEntity;
  readonly id: number;
  readonly name: string;
  /** The table that the rule watches. */
  readonly table: string;
  readonly onClose: () => void;
}
export function TestRuleDialog({ rule, id, name, table, onClose }: TestRuleDialogProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const entity = useEngine().registry.get(table);
  const [row, setRow] = useState<number | undefined>(undefined);
  const {
    currentData: result,
    isFetching,
    error,
  } = dataWatchApi.useTestRuleQuery({ rule: rule.name, id, row: row ?? 0 }, { skip: row === undefined });
  const fieldId = useId();
  const labelId = useId();
  return (
    <ClosableDialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={labelId}>
      <DialogTitle id={labelId}>{t('dataWatch.title', { name })}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4 }}>
          <Stack sx={{ gap: 1 }}>
            <Typography component="label" variant="body2" htmlFor={fieldId} sx={{ fontWeight: 500 }}>
              {t('dataWatch.row')}
            </Typography>
            <EntityPicker
              to={table}
              id={fieldId}
              ids={row === undefined ? [] : [row]}
              isMultiple={false}
              describedBy={`${fieldId}-help`}
              onChange={([next]) => setRow(next)}
            />
            <Typography id={`${fieldId}-help`} variant="caption" sx={{ color: 'text.secondary' }}>
              {t('dataWatch.help')}
            </Typography>
          </Stack>
          {isFetching && <LinearProgress aria-hidden />}
          {row !== undefined && isCallFault(error) && <Alert severity="error">{error.msg}</Alert>}
          {row !== undefined && entity && result && <Result rule={rule} entity={entity} result={result} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('dataWatch.close')}</Button>
      </DialogActions>
    </ClosableDialog>
  );
}
